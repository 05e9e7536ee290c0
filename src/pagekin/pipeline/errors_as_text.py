"""Why a page did not come, as the text that the store keeps."""

from pagekin.site import Failure, FailureKind


def text_of(failure: Failure) -> str:
    """Say why a page did not come; the kind of failure first."""
    return f"{failure.kind.value}: {failure.detail}"


def failure_from(url: str, status: int | None, text: str) -> Failure:
    """Give back a failure whose text was kept."""
    kind, _, detail = text.partition(": ")
    return Failure(url, FailureKind(kind), detail, status)
