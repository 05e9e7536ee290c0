"""Whether an extraction failed because the template has changed, rather than the content of some pages."""

from pagekin.pipeline.tally import FieldTally, Tally

# A field fails if fewer than half as many records have it as when it was learned.
_FAILS = 0.5
# The template has changed if so much of what must be there fails, or so many pages have nothing.
_CHANGED = 0.5


def template_changed(tally: Tally) -> str | None:
    """Say what speaks for a changed template; None if nothing does."""
    if tally.empty.number > _CHANGED * tally.pages:
        return f"nothing was found on {tally.empty.number:,} of {tally.pages:,} pages"
    needed = [part for part in tally.fields.values() if not part.field.optional and part.looked]
    failing = [part for part in needed if _fails(part)]
    if not failing or len(failing) < _CHANGED * len(needed):
        return None
    names = ", ".join(part.field.name for part in failing[:3])
    return f"{len(failing)} of {len(needed)} fields are no longer where they were, such as {names}"


def _fails(part: FieldTally) -> bool:
    seen = part.field.seen
    before = seen.found / seen.pages if seen and seen.pages else 1.0
    return part.coverage < _FAILS * min(before, 1.0)
