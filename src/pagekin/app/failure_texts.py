"""Why a page did not come, as the text that the store keeps."""

from pagekin.site import Failure, FailureKind


def text_of(failure: Failure) -> str:
    """Say why a page did not come; the kind of failure first."""
    return f"{failure.kind.value}: {failure.detail}"


def failure_from(url: str, status: int | None, text: str) -> Failure:
    """Give back a failure whose text was kept."""
    kind, _, detail = text.partition(": ")
    return Failure(url, FailureKind(kind), detail, status)


def reason_from(text: str) -> str:
    """Give a text that was kept without the kind of failure, which people need not know."""
    kind, _, detail = text.partition(": ")
    return detail if kind in {known.value for known in FailureKind} else text
