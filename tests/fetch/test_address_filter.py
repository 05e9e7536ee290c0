"""What pages name may not lead to private addresses: all spellings, all ways, and a canary who counts."""

import asyncio
import json
import re
import socket
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp
import pytest
from loopback import PATIENCE, Answer, opened, redirect, serving
from spellings import spellings

import pagekin
from chromium import needs_chromium
from pagekin.dom import Page
from pagekin.errors import FetchError, UsageError
from pagekin.fetch import open_site
from pagekin.fetch.address_filter import AddressFilter, AddressRefusedError, FilteredConnector
from pagekin.fetch.ip_addresses import purpose_of, read_address
from pagekin.navigation import FormUse
from pagekin.settings import Settings, load
from pagekin.site import Failure, FailureKind, Validators
from pagekin.site.form_filling import FormFiller, FormSite
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.urls import Scope, canonical

XML = {"Content-Type": "application/xml"}
QUICK = {"delay": 0.0, "retries": 0, "timeout": 10.0, "autothrottle": False}


class Canary:
    """Listens on loopback, IPv6 too where there is one, and counts who connects."""

    def __init__(self) -> None:
        self.port = 0
        self.hits = 0

    async def sing(self, _reader, writer) -> None:
        self.hits += 1
        writer.write(Answer(b"<p>a secret").raw())
        writer.close()


@asynccontextmanager
async def canary():
    bird = Canary()
    async with await asyncio.start_server(bird.sing, "127.0.0.1", 0) as first:
        bird.port = first.sockets[0].getsockname()[1]
        try:
            second = await asyncio.start_server(bird.sing, "::1", bird.port)
        except OSError:  # no IPv6 here
            yield bird
            return
        async with second:
            yield bird


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch):
    """Let no test leave this machine, even if the gate is broken; give the addresses that it tried."""
    tried = []
    real = asyncio.SelectorEventLoop.sock_connect

    async def sock_connect(loop, sock, address):
        if address[0] not in {"127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"}:
            tried.append(address[0])
            raise ConnectionRefusedError
        await real(loop, sock, address)

    monkeypatch.setattr(asyncio.SelectorEventLoop, "sock_connect", sock_connect)
    return tried


@pytest.fixture
def names_lead_home(monkeypatch):
    """Let every name that there is lead to 127.0.0.1, whoever is asked."""
    real = socket.getaddrinfo

    def getaddrinfo(host, port, *args, **kwargs):
        try:
            numeric = {**kwargs, "flags": socket.AI_NUMERICHOST}
            return real(host, port, *args[:3], **numeric)
        except socket.gaierror:
            return real("127.0.0.1", port, type=socket.SOCK_STREAM)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


async def as_own_site(urls, **settings):
    for url in urls:
        address = canonical(url)
        if isinstance(address, str):
            scope = Scope(address.split("/")[2])
            async with open_site(scope, Settings(**QUICK, **settings), named=()) as site:
                await asyncio.gather(site.fetch(url), site.download(url))


def redirect_to(url):
    """Redirect to a URL, whatever is in it, but within one line."""
    return redirect(url.replace("\n", "").encode().decode("latin-1"))


async def as_redirect(urls, **settings):
    routes = {f"/{n}": redirect_to(url) for n, url in enumerate(urls)}
    async with serving(routes) as server, opened(server, **QUICK, **settings) as site:
        for path in routes:
            url = server.url(path)
            await asyncio.gather(site.fetch(url), site.download(url))


async def as_robots_txt(urls, **settings):
    for url in urls:
        routes = {"/robots.txt": redirect_to(url), "/": Answer()}
        async with serving(routes) as server, opened(server, **QUICK, **settings) as site:
            await site.fetch(server.url())


async def as_link(urls, **settings):
    page = '<a href="{0}">a</a><meta http-equiv=refresh content="0;url={0}"><iframe src="{0}"></iframe>'
    await follow_links(Answer("".join(map(page.format, urls)).encode()), **settings)


async def as_sitemap(urls, **settings):
    places = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    await follow_links(Answer(f"<urlset>{places}</urlset>".encode(), 200, XML), **settings)


async def as_feed(urls, **settings):
    items = "".join(f"<item><link>{url}</link></item>" for url in urls)
    await follow_links(
        Answer(f"<rss version='2.0'><channel>{items}</channel></rss>".encode(), 200, XML),
        **settings,
    )


async def as_form(urls, **settings):
    """Name it as where forms go to, by GET and by POST, and as what an own form redirects to."""
    field = "<select name=s><option>a<option>b</select><button>Search</button>"
    ways = [*((url, method) for url in urls for method in ("get", "post")), ("/out", "post")]
    page = "".join(f'<form action="{url}" method={m}>{field}</form>' for url, m in ways)
    out = {"/out": redirect_to(urls[0])}
    async with (
        serving({"/": Answer(page.encode()), **out}) as server,
        opened(server, **QUICK, **settings) as site,
    ):
        forms = FormSite(FormFiller(site, site, FormUse(budget=4)))
        page = await forms.fetch(server.url())
        for url in dict.fromkeys(link.url for link in page.links):
            await asyncio.gather(forms.fetch(url), site.download(url))
        assert server.asked_for("/out")


async def follow_links(answer, **settings):
    async with serving({"/": answer}) as server, opened(server, **QUICK, **settings) as site:
        page = await site.fetch(server.url())
        assert isinstance(page, Page)
        for url in dict.fromkeys(link.url for link in page.links):
            await asyncio.gather(site.fetch(url), site.download(url))


async def as_login(urls, **settings):
    """Name it as the login form's action, as what the login page leads to, as where it goes after that."""
    fields = "<input name=u><input type=password name=p>"
    for number, url in enumerate(urls):
        form = f'<form method=post action="{(url, "/in", "/in")[number % 3]}">{fields}</form>'
        page = (Answer(form.encode()), redirect_to(url), Answer(form.encode()))[number % 3]
        async with serving({"/login": page, "/in": redirect_to(url)}) as server:
            login = Login(LoginKind.FORM, server.url("/login"), "ann", "c4n4ry")
            scope, chosen = Scope.around(server.url("/")), Settings(**QUICK, **settings)
            with suppress(FetchError):
                async with open_site(scope, chosen, login=login):
                    pass


async def as_visit(urls, **settings):
    routes = {f"/{n}": redirect_to(url) for n, url in enumerate(urls)}
    async with serving(routes) as server, opened(server, **QUICK, **settings) as site:
        for path in routes:
            await site.visit(server.url(path), Validators(etag='"1"'))
        for url in urls:
            await site.visit(url)


async def as_rendered(urls, **settings):
    """Name it in the scripts of pages that a browser shows: as data, and as further scripts."""
    ask = "fetch(url, {mode: 'no-cors'}).catch(() => 0)"
    load = "document.body.append(Object.assign(document.createElement('script'), {src: url}))"
    pages = (
        f"<body><script>for (const url of {json.dumps(urls)}) {{ {code} }}</script>"
        for code in (ask, load)
    )
    routes = {f"/{n}": Answer(page.encode()) for n, page in enumerate(pages)}
    chosen = {**QUICK, "render": "always", "timeout": PATIENCE, **settings}
    async with serving(routes) as server, opened(server, **chosen) as site:
        for path in routes:
            assert isinstance(await site.fetch(server.url(path)), Page)


PATHS = [as_own_site, as_redirect, as_robots_txt, as_link, as_sitemap, as_feed, as_form, as_login]
PATHS.append(as_visit)
PATHS.append(pytest.param(as_rendered, marks=needs_chromium))


async def test_no_spelling_is_asked_of_a_proxy(names_lead_home, elsewhere):
    async with canary() as bird, serving({}) as proxy:
        urls = spellings(bird.port)
        await as_own_site(urls, proxy=proxy.origin)
        assert proxy.log == []
        assert bird.hits == 0
    assert elsewhere == []


@pytest.mark.parametrize("path", PATHS)
async def test_no_spelling_reaches_a_private_address(path, names_lead_home, elsewhere):
    async with canary() as bird:
        urls = spellings(bird.port)
        assert len(urls) >= 200
        await path(urls)
        assert (bird.hits, elsewhere) == (0, [])


@pytest.mark.parametrize("path", [as_own_site, as_robots_txt, as_link, as_sitemap, as_feed])
async def test_the_same_ways_lead_to_a_network_that_is_allowed(path, names_lead_home):
    async with canary() as bird:
        for host in ("127.0.0.1", "[::ffff:127.0.0.1]", "localhost", "intranet"):
            before = bird.hits
            await path([f"http://{host}:{bird.port}/"], allow_networks="10.0.0.0/8, 127.0.0.0/8")
            assert bird.hits > before, host


async def test_a_refusal_is_a_failure_that_says_what_to_do():
    async with canary() as bird, serving({}) as server, opened(server) as site:
        result = await site.download(f"http://127.0.0.1:{bird.port}/")
        assert isinstance(result, Failure)
        assert result.kind is FailureKind.SCOPE
        assert result.detail.startswith("127.0.0.1 is a loopback address, where only you may lead")
        assert result.detail.endswith("--allow-networks 127.0.0.1")


async def test_a_private_host_named_as_a_domain_is_refused_with_the_way_to_allow_it():
    async with canary() as bird, serving({}) as server:
        domain = f"127.0.0.1:{bird.port}"
        scope = Scope.around(server.url(), domains=((domain, 0),))
        async with open_site(scope, Settings(**QUICK)) as site:
            refused = await site.fetch(f"http://{domain}/")
        allow = refused.detail.rpartition("--allow-networks ")[2]
        async with open_site(scope, Settings(**QUICK, allow_networks=allow)) as site:
            await site.fetch(f"http://{domain}/")
        assert bird.hits


async def test_what_a_person_names_may_be_private_with_its_own_port_only():
    async with canary() as bird, serving({"/": Answer()}) as server:
        host = server.origin.partition("//")[2]
        async with open_site(Scope(host), Settings(**QUICK), named=[host]) as site:
            assert isinstance(await site.fetch(server.url()), Page)
            assert isinstance(await site.download(f"http://127.0.0.1:{bird.port}/"), Failure)
        assert bird.hits == 0


async def test_a_name_server_that_changes_its_mind_does_not_help(monkeypatch):
    """One address is allowed, the other is not; they come in turns, and both at once."""
    async with await asyncio.start_server(lambda _, w: w.close(), "127.0.0.2", 0) as allowed:
        port = allowed.sockets[0].getsockname()[1]
        bird = Canary()
        async with await asyncio.start_server(bird.sing, "127.0.0.1", port):
            answers = [
                ["127.0.0.2"],
                ["127.0.0.1"],
                ["127.0.0.1", "127.0.0.2"],
                ["127.0.0.2", "127.0.0.1"],
            ]
            asked = 0

            def getaddrinfo(_host, port, *_args, **_kwargs):
                nonlocal asked
                asked += 1
                kind = socket.AF_INET, socket.SOCK_STREAM, 6, ""
                return [(*kind, (address, port)) for address in answers[asked % len(answers)]]

            monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
            url = f"http://rebind.example:{port}/"
            for _ in range(12):
                settings = Settings(**QUICK, obey_robots=False, allow_networks="127.0.0.2")
                async with open_site(Scope.around(url), settings, named=()) as site:
                    await asyncio.gather(*(site.fetch(url) for _ in range(3)))
            assert asked >= 12
            assert bird.hits == 0


def test_a_named_host_that_was_public_once_never_becomes_private():
    gate = AddressFilter(["rebind.example", "intranet"])
    gate.looked_up("intranet", ["10.0.0.1"])
    assert gate.refusal("intranet", 80, "10.0.0.1") is None
    assert gate.refusal("rebind.example", 443, "127.0.0.1") is None
    gate.looked_up("rebind.example", ["127.0.0.1", "93.184.215.14"])
    for address in ("127.0.0.1", "10.0.0.1", "::1"):
        assert gate.refusal("rebind.example", 443, address)


def test_a_named_host_name_does_not_lead_to_what_is_nobodys_network():
    gate = AddressFilter(["shop.example", "169.254.169.254"])
    assert gate.refusal("shop.example", 80, "169.254.169.254")
    assert gate.refusal("shop.example", 80, "0.0.0.0")
    assert gate.refusal("169.254.169.254", 80, "169.254.169.254") is None


@pytest.mark.parametrize(
    ("named", "host", "port", "open_"),
    [
        ("intranet", "intranet", 80, True),
        ("intranet", "intranet", 443, True),
        ("intranet", "intranet", 8080, False),
        ("intranet:8080", "intranet", 8080, True),
        ("intranet:8080", "intranet", 80, False),
        ("intranet", "sub.intranet", 80, False),
        ("10.0.0.1", "10.0.0.1", 80, True),
        ("10.0.0.1", "0x0a000001", 80, False),
        ("10.0.0.1", "::ffff:10.0.0.1", 80, False),
    ],
)
def test_a_name_is_the_exact_host_and_port(named, host, port, open_):
    assert (AddressFilter([named]).refusal(host, port, "10.0.0.1") is None) is open_


@pytest.mark.parametrize(
    "address",
    [
        "93.184.215.14",
        "8.8.8.8",
        "2606:2800:21f:cb07::1",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2a00:1450::5efe:808:808",
    ],
)
def test_public_addresses_are_open_to_all(address):
    assert purpose_of(read_address(address)) is None
    assert AddressFilter([]).refusal("www.example.com", 443, address) is None


def test_what_is_no_address_is_refused():
    assert AddressFilter([], "0.0.0.0/0 ::/0").refusal("www.example.com", 443, "nonsense")


def test_an_allowed_network_is_allowed_in_all_its_clothes():
    gate = AddressFilter([], "10.0.0.0/8 fd00::/8")
    for address in ("10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3", "fd12::1"):
        assert gate.refusal("x.example", 80, address) is None
    for address in ("11.0.0.1", "fc00::1", "192.168.0.1"):
        assert (gate.refusal("x.example", 80, address) is None) is (address == "11.0.0.1")


def test_networks_may_be_a_list_in_the_file(tmp_path):
    file = tmp_path / "pagekin.toml"
    file.write_text('allow_networks = ["10.0.0.0/8", "fd00::/8"]')
    allowed = load({}, {}, file).allow_networks
    assert AddressFilter([], allowed).refusal("x.example", 80, "fd00::1") is None
    assert AddressFilter([], allowed).refusal("x.example", 80, "192.168.0.1")


@pytest.mark.parametrize("text", ["10.0.0.0/33", "intranet", "10.0.0.1/8"])
def test_a_network_that_is_none_is_named(text):
    with pytest.raises(UsageError, match="--allow-networks: .*" + re.escape(text)):
        load({"allow_networks": text})


async def test_any_session_of_aiohttps_can_have_a_gate():
    async with canary() as bird:
        connector = FilteredConnector(AddressFilter([]))
        async with aiohttp.ClientSession(connector=connector) as session:
            with pytest.raises(aiohttp.ClientConnectorError) as caught:
                await session.get(f"http://127.0.0.1:{bird.port}/")
        assert isinstance(caught.value.os_error, AddressRefusedError)
        assert bird.hits == 0


def test_nothing_connects_but_through_the_gate():
    ways_out = re.compile(
        r"TCPConnector\b|urlopen\(|create_connection\(|open_connection\(|http\.client|import requests"
    )
    sources = Path(pagekin.__file__).parent.rglob("*.py")
    assert {file.name for file in sources if ways_out.search(file.read_text("utf-8"))} == {
        "address_filter.py"
    }
