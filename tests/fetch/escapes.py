"""Pages that try to reach a server nobody named, in every way that browsers have; and that server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from loopback import Answer, redirect

SCRIPT = {"Content-Type": "text/javascript"}
# By markup; $url is the canary's path of the way's own name.
MARKUP = {
    "img": '<img src="$url">',
    "srcset": '<picture><source srcset="$url 2x"><img srcset="$url 1x"></picture>',
    "script": '<script src="$url"></script>',
    "module": '<script type="module" src="$url"></script>',
    "stylesheet": '<link rel="stylesheet" href="$url">',
    "css-import": '<style>@import url("$url");</style>',
    "css-image": '<div style="background: url($url); height: 9px">x</div>',
    "font": '<style>@font-face {font-family: f; src: url($url)}</style><p style="font-family: f">x</p>',
    "iframe": '<iframe src="$url"></iframe>',
    "srcdoc": '<iframe srcdoc="<img src=$url>"></iframe>',
    "data-frame": '<iframe src="data:text/html,<img src=$url>"></iframe>',
    "refresh-frame": '<iframe srcdoc="<meta http-equiv=refresh content=0;url=$url>"></iframe>',
    "object": '<object data="$url"></object>',
    "embed": '<embed src="$url">',
    "video": '<video src="$url" autoplay></video>',
    "poster": '<video poster="$url"></video>',
    "audio": '<audio src="$url" autoplay></audio>',
    "track": '<video src="/x.webm"><track src="$url" default></video>',
    "image-button": '<input type="image" src="$url">',
    "svg-image": '<svg><image href="$url" width="9" height="9"/></svg>',
    "svg-use": '<svg><use href="$url#x"/></svg>',
    "icon": '<link rel="icon" href="$url">',
    "manifest": '<link rel="manifest" href="$url">',
    "prefetch": '<link rel="prefetch" href="$url">',
    "preload": '<link rel="preload" as="script" href="$url">',
    "modulepreload": '<link rel="modulepreload" href="$url">',
    "preconnect": '<link rel="preconnect" href="$url">',
    "dns-prefetch": '<link rel="dns-prefetch" href="$url">',
    "speculation": '<script type="speculationrules">{"prefetch": [{"urls": ["$url"], "eagerness":'
    ' "immediate"}], "prerender": [{"urls": ["$url"], "eagerness": "immediate"}]}</script>',
    "redirected": '<script src="/away"></script><iframe src="/away"></iframe>',
    "local-file": '<iframe src="file:///etc/passwd"></iframe>',
}
# By script; `u` is that path.
SCRIPTED = {
    "fetch": "fetch(u)",
    "no-cors": "fetch(u, {mode: 'no-cors', method: 'POST', body: 'x', keepalive: true})",
    "redirected-fetch": "fetch('/away')",
    "xhr": "const x = new XMLHttpRequest(); x.open('GET', u); x.send()",
    "sync-xhr": "const x = new XMLHttpRequest(); x.open('GET', u, false); x.send()",
    "beacon": "navigator.sendBeacon(u, 'x')",
    "later": "window.fetchLater && fetchLater(u, {activateAfter: 0})",
    "websocket": "new WebSocket(u.replace('http', 'ws'))",
    "eventsource": "new EventSource(u)",
    "import": "import(u)",
    "new-image": "new Image().src = u",
    "worker": "new Worker('/worker.js?' + u)",
    "blob-worker": "new Worker(URL.createObjectURL(new Blob([`fetch('${u}')`])))",
    "shared-worker": "new SharedWorker('/worker.js?' + u)",
    "service-worker": "navigator.serviceWorker.register('/worker.js?' + u)",
    "webrtc": "const p = new RTCPeerConnection({iceServers: [{urls: 'stun:' + new URL(u).host},"
    " {urls: 'turn:' + new URL(u).host + '?transport=tcp', username: 'x', credential: 'x'}]});"
    " p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o))",
    "frame-webrtc": "const f = document.body.appendChild(document.createElement('iframe'));"
    " const p = new f.contentWindow.RTCPeerConnection({iceServers: [{urls: 'stun:' + new URL(u).host}]});"
    " p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o))",
    "webtransport": "new WebTransport(u.replace('http:', 'https:'))",
    "ping": "const a = document.body.appendChild(document.createElement('a')); a.href = '#x';"
    " a.ping = u; a.click()",
    "download": "const a = document.body.appendChild(document.createElement('a')); a.href = u;"
    " a.download = 'x'; a.target = '_blank'; a.click()",
    "open": "window.open(u)",
    "blank": "const a = document.body.appendChild(document.createElement('a')); a.href = u;"
    " a.target = '_blank'; a.click()",
    "form-blank": "const f = document.body.appendChild(document.createElement('form')); f.action = u;"
    " f.target = '_blank'; f.submit()",
    "form-frame": "const i = document.body.appendChild(document.createElement('iframe')); i.name = 'i';"
    " const f = document.body.appendChild(document.createElement('form')); f.action = u;"
    " f.method = 'post'; f.target = 'i'; f.submit()",
    "frame-location": "const f = document.body.appendChild(document.createElement('iframe'));"
    " f.contentWindow.location = u",
    "file-fetch": "fetch('file:///etc/passwd')",
    "goodbye": "addEventListener('pagehide', () => navigator.sendBeacon(u))",
}
# These leave the page, so each has one of its own.
MOVES = {
    "location": "<script>location = '$url'</script>",
    "replace": "<script>addEventListener('load', () => location.replace('$url'))</script>",
    "refresh": '<meta http-equiv="refresh" content="0;url=$url">',
    "form": '<form action="$url"></form><script>document.forms[0].submit()</script>',
    "post": '<form action="$url" method="post"></form><script>document.forms[0].submit()</script>',
    "moved": "<script>location = '/away'</script>",
    "local": "<script>location = 'file:///etc/passwd'</script>",
}
WORKER = """
const u = decodeURIComponent(self.location.search.slice(1));
fetch(u);
try { new WebSocket(u.replace('http', 'ws')) } catch {}
try { new EventSource(u) } catch {}
try { importScripts(u) } catch {}
"""
END = "<script>window.done = true</script><p>still here</p>"


def hostile_routes(canary: str) -> dict[str, Answer]:
    """Give the routes of a site whose pages want to reach the canary."""

    def page(content: str) -> Answer:
        return Answer(f"<!doctype html><title>Hostile</title><body>{content}{END}".encode())

    ways = {name: html.replace("$url", f"{canary}/{name}") for name, html in MARKUP.items()}
    scripts = (
        f"<script>{{ const u = '{canary}/{name}'; {code} }}</script>"
        for name, code in SCRIPTED.items()
    )
    routes = {"/markup": page("".join(ways.values())), "/scripted": page("".join(scripts))}
    for name, html in MOVES.items():
        routes[f"/{name}"] = page(html.replace("$url", f"{canary}/{name}"))
    for name in SCRIPTED:
        routes[f"/worker.js?{canary}/{name}"] = Answer(WORKER.encode(), 200, SCRIPT)
    routes["/away"] = redirect(f"{canary}/away")
    routes["/robots.txt"] = Answer(b"", 404)
    return routes


class Canary(asyncio.DatagramProtocol):
    """Listens for whatever comes, over TCP and UDP on one port, and remembers it."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.origin = ""

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.heard.append("a datagram")

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard.append("a connection")
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            self.heard.append(head.split(b" ")[1].decode("latin-1").strip("/").partition("?")[0])
            writer.write(b"HTTP/1.1 204 Nothing\r\nAccess-Control-Allow-Origin: *\r\n\r\n")
            await writer.drain()
        except (
            asyncio.IncompleteReadError,
            asyncio.LimitOverrunError,
            ConnectionError,
            IndexError,
        ):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def listening() -> AsyncIterator[Canary]:
    canary = Canary()
    server = await asyncio.start_server(canary.connected, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(lambda: canary, ("127.0.0.1", port))
    canary.origin = f"http://127.0.0.1:{port}"
    try:
        yield canary
    finally:
        transport.close()
        server.close()
        await server.wait_closed()
