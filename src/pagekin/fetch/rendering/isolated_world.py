"""Runs pagekin's own scripts in a page, in a world of their own that the page's scripts cannot change."""

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import CDPSession
    from playwright.async_api import Page as Tab


class ScriptError(Exception):
    """A script of ours failed in the page, for instance because the page is not HTML."""


class IsolatedWorld:
    """The world beside a tab's page; each page that the tab shows has a new one."""

    def __init__(self, session: "CDPSession") -> None:
        self._session = session
        self._number: int | None = None

    @classmethod
    async def beside(cls, tab: "Tab") -> "IsolatedWorld":
        """Return the world beside what a tab shows."""
        return cls(await tab.context.new_cdp_session(tab))

    async def run(self, function: str, argument: object = None) -> Any:
        """Call a JavaScript function; raises Playwright's error if the page is just being replaced."""
        if self._number is None:
            self._number = await self._made()
        try:
            answer = await self._session.send(
                "Runtime.evaluate",
                {
                    "expression": f"({function})({json.dumps(argument)})",
                    "contextId": self._number,
                    "returnByValue": True,
                },
            )
        except BaseException:
            self._number = None
            raise
        if "exceptionDetails" in answer:
            raise ScriptError(str(answer["exceptionDetails"].get("text", "")))
        return answer["result"].get("value")

    async def _made(self) -> int:
        tree = await self._session.send("Page.getFrameTree")
        frame = tree["frameTree"]["frame"]["id"]
        world = await self._session.send(
            "Page.createIsolatedWorld", {"frameId": frame, "worldName": "pagekin"}
        )
        return int(world["executionContextId"])
