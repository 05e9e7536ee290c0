"""pagekin's settings in Scrapy's words: what is on, what is off, in which order."""

from typing import Any

from scrapy.logformatter import LogFormatter
from scrapy.settings import default_settings
from scrapy.statscollectors import DummyStatsCollector

from pagekin.fetch.custom_headers import GivenHeaders
from pagekin.fetch.decoding import ACCEPTED
from pagekin.fetch.handler import HttpHandler, HttpsHandler
from pagekin.fetch.login.http_login import HttpLogin
from pagekin.fetch.middlewares import Cookies, Redirects
from pagekin.fetch.request_policy import NETWORK_ERRORS
from pagekin.fetch.robots import Robots
from pagekin.fetch.robots_txt import REDIRECTS
from pagekin.fetch.throttle import Throttle
from pagekin.settings import Settings

# Seconds; a server that is slower than this is not helped by asking more seldom still.
_MAX_DELAY = 10.0


class SilentLog(LogFormatter):
    """Writes no line for each page; nobody would read it, and it costs."""

    def crawled(self, *_args: Any) -> None:  # type: ignore[override]
        """Log nothing, as Scrapy allows by returning None."""


def scrapy_settings(options: Settings) -> dict[str, Any]:
    """Give the settings for one crawler of Scrapy's; what is not named here is off or at its default."""
    return {
        "TWISTED_REACTOR_ENABLED": False,
        "LOG_ENABLED": False,
        "LOG_FORMATTER": SilentLog,
        "STATS_CLASS": DummyStatsCollector,
        "TELNETCONSOLE_ENABLED": False,
        "EXTENSIONS": dict.fromkeys(default_settings.EXTENSIONS_BASE) | {Throttle: 0},
        "DOWNLOADER_MIDDLEWARES": dict.fromkeys(default_settings.DOWNLOADER_MIDDLEWARES_BASE)
        | {
            # From the engine to the network; answers go the other way.
            Robots: 100,
            "scrapy.downloadermiddlewares.defaultheaders.DefaultHeadersMiddleware": 400,
            GivenHeaders: 450,
            "scrapy.downloadermiddlewares.retry.RetryMiddleware": 550,
            Redirects: 600,
            HttpLogin: 650,
            Cookies: 700,
        },
        "DOWNLOAD_HANDLERS": dict.fromkeys(default_settings.DOWNLOAD_HANDLERS_BASE)
        | {"http": HttpHandler, "https": HttpsHandler},
        "DEFAULT_REQUEST_HEADERS": {
            **default_settings.DEFAULT_REQUEST_HEADERS,
            "Accept-Encoding": ACCEPTED,
            "User-Agent": options.user_agent,
        },
        "REFERRER_POLICY": "no-referrer",
        **_limits(options),
    }


def _limits(options: Settings) -> dict[str, Any]:
    return {
        "CONCURRENT_REQUESTS": options.concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": options.concurrency,
        "DOWNLOAD_DELAY": options.delay,
        "DOWNLOAD_DELAY_JITTER": 0,
        "DOWNLOAD_MAXSIZE": options.max_body,
        "DOWNLOAD_WARNSIZE": 0,
        "AUTOTHROTTLE_ENABLED": options.autothrottle,
        "AUTOTHROTTLE_START_DELAY": 0,
        "AUTOTHROTTLE_MAX_DELAY": max(_MAX_DELAY, options.delay),
        "AUTOTHROTTLE_TARGET_CONCURRENCY": options.concurrency,
        # More than anybody may follow, since `Redirects` counts for itself.
        "REDIRECT_MAX_TIMES": max(options.max_redirects, REDIRECTS),
        "RETRY_TIMES": options.retries,
        "RETRY_GIVE_UP_LOG_LEVEL": "DEBUG",
        "RETRY_EXCEPTIONS": list(NETWORK_ERRORS),
    }
