"""What one request may do on its way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pagekin.fetch.exchange_log import ExchangeLog
from pagekin.site import Validators


@dataclass(frozen=True, slots=True)
class KnownContent:
    """What the server said earlier about one URL; it means nothing for any other."""

    url: str
    validators: Validators


@dataclass(frozen=True, slots=True)
class RequestPolicy:
    """How to treat a request on its way, its redirects and retries included."""

    may_follow: Callable[[str], bool]  # whether to follow a redirect to this canonical URL
    html_only: bool = False  # leave the body of anything that is certainly not HTML unread
    read_at_most: int | None = None  # cut the body off here instead of refusing it
    robots_apply: bool = True
    waits_for_host: bool = False  # if it is away, instead of giving up
    max_redirects: int | None = None  # instead of the setting's
    sent: Callable[[], None] | None = None  # called when the request gets its turn and goes out
    log: ExchangeLog | None = None  # where to keep what goes over the wire, if anybody asks
    known: KnownContent | None = None
    logging_in: bool = False
    as_stranger: bool = False  # without cookies, as if for the first time
    fresh: Mapping[str, str] = field(default_factory=dict)  # to send along, by a form's target
