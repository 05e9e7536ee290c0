"""Discovery: strategies that turn a sample into a crawler, over the `Site` port."""

from collections.abc import Awaitable, Callable, Mapping

from pagekin.discovery import auto, gogetit, published
from pagekin.discovery.start import Task, checked_url, root_of
from pagekin.navigation import Crawler
from pagekin.settings import Settings
from pagekin.site import Site, Stop, Watch

Strategy = Callable[[Site, Task, Settings, Stop, Watch], Awaitable[Crawler]]

STRATEGIES: Mapping[str, Strategy] = {
    auto.NAME: auto.learn,
    gogetit.NAME: gogetit.learn,
    published.INDESIT: published.learn_indesit,
    published.TRIVIAL: published.learn_trivial,
}
DEFAULT_STRATEGY = auto.NAME

__all__ = ["DEFAULT_STRATEGY", "STRATEGIES", "Strategy", "Task", "checked_url", "root_of"]
