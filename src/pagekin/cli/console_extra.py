"""What the console needs besides pagekin itself: an extra."""

import importlib.util

_NEEDED = ("waitress", "whitenoise", "axes", "ninja")


def missing_for_console() -> list[str]:
    """Return the packages that the console needs and that are not installed."""
    return [name for name in _NEEDED if importlib.util.find_spec(name) is None]
