"""The addresses of the API: what the modules with operations have declared."""

import importlib

from pagekin.console.api.operations import API

for module in ("crawl_operations", "query_operations", "watch_operations"):
    importlib.import_module(f"pagekin.console.api.{module}")

api_urls = API.urls
