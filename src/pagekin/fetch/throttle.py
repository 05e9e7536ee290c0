"""AutoThrottle, for servers that need it: a brisk one is not slowed down."""

from scrapy.core.downloader import Slot
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Response

# Seconds; a server that answers within this is not in trouble. Our own work between two answers
# counts as latency too, and must not slow us down.
BRISK = 0.25


class Throttle(AutoThrottle):
    """Spaces requests by the server's latency once that is more than brisk, as Scrapy does always."""

    def _adjust_delay(self, slot: Slot, latency: float, response: Response) -> None:
        super()._adjust_delay(slot, latency if latency > BRISK else 0.0, response)
