"""Discovery: strategies that turn a sample into a crawler, over the `Site` port."""

from collections.abc import Awaitable, Callable, Mapping

from pagekin.discovery import auto, gogetit, schema_strategies
from pagekin.discovery.learning_task import LearningResult, LearningTask, checked_url, root_of
from pagekin.settings import Settings
from pagekin.site import Site, Stop, Watch

Strategy = Callable[[Site, LearningTask, Settings, Stop, Watch], Awaitable[LearningResult]]

STRATEGIES: Mapping[str, Strategy] = {
    auto.NAME: auto.learn,
    gogetit.NAME: gogetit.learn,
    schema_strategies.INDESIT: schema_strategies.learn_indesit,
    schema_strategies.TRIVIAL: schema_strategies.learn_trivial,
}
DEFAULT_STRATEGY = auto.NAME

__all__ = [
    "DEFAULT_STRATEGY",
    "STRATEGIES",
    "LearningResult",
    "LearningTask",
    "Strategy",
    "checked_url",
    "root_of",
]
