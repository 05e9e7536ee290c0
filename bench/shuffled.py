"""Whether crawlers learned from the same site are the same, whatever the order of the answers was."""

import json
from pathlib import Path
from typing import Any

# The keys of a crawler file that tell when, and how long, something took.
TIMES = frozenset({"at", "seconds"})


def differences(files: list[Path]) -> str:
    """Say which files differ from the first one, times apart; nothing when none does."""
    missing = [file.parent.name for file in files if not file.is_file()]
    if missing:
        return f"no crawler in {', '.join(missing)}"
    texts = [_timeless(file) for file in files]
    other = [file.parent.name for file, text in zip(files, texts, strict=True) if text != texts[0]]
    return f"different: {', '.join(other)}" if other else ""


def _timeless(file: Path) -> str:
    return json.dumps(_without_times(json.loads(file.read_text(encoding="utf-8"))))


def _without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_times(part) for key, part in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [_without_times(part) for part in value]
    return value
