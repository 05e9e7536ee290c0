"""The site of Figure 3 of "Automatically Generating Reports from Large Web Sites", and means to build others.

The figure shows a page p0 with links to seven pages in four clusters, and which link collections of theirs
lead back to C0, the cluster of p0. Drawn after the text:

- tl11 and tl12 on C1 = {p11, p12} and tl31 on C3 = {p31, p32} point back to C0 (2.3.1);
- tl11 in p12 also has a link to C2 = {p21, p22} (2.3.2);
- where 2.3.2 says that "only class-links of tag-lists tl12 and tl21 may be back class-links", tl21 must be
  a slip for tl31: by 2.3.1 nothing on C2 points back.

Around it we put what the text tells of: more targets behind the index pages, a third page like p11 and p12
that only the home page p41 lists, and a long list of other pages, where tl21 leads.
"""

import asyncio
import random

from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope

ORIGIN = "http://site.test/"
# Five links away from the site, each with a tag-list of its own: with those, two pages whose bodies have
# different classes are at a distance of at least 10.
CHROME = "".join(
    f"<{tag}><a href=http://elsewhere.test/>x</a></{tag}>" for tag in ("b", "i", "u", "em", "s")
)


def url(name):
    return ORIGIN + name


def urls(*names):
    return {url(name) for name in names}


def page(cluster, **collections):
    """Make a page of a cluster; each collection is a list of page names under its own tag-list."""
    lists = "".join(
        f"<ul class={name}>" + "".join(f"<li><a href=/{to}>{to}</a>" for to in targets) + "</ul>"
        for name, targets in collections.items()
    )
    return f"<body class={cluster}>{lists}{CHROME}".encode()


def tag_list(cluster, name):
    return f'html/body[@class="{cluster}"]/ul[@class="{name}"]/li'


def site(pages, kind=FakeSite, **more):
    return kind({url(name): content for name, content in pages.items()}, **more)


def search(algorithm, where, sample="p0", stop=None, scope=None, **options):
    """Run a search on a site, from the sample of that name."""

    async def work():
        first = await where.fetch(url(sample))
        around = scope or Scope.around(first.url)
        return await algorithm(where, first, around, stop or Stop(), **options)

    return asyncio.run(work())


TARGETS = ("p0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8")
OTHERS = tuple(f"q{n}" for n in range(30))


def figure3():
    """Give the pages by name."""
    p0 = page("c0", tl01=["p11", "p12"], tl02=["p21", "p22", "p31", "p32", "p41"])
    target = page("c0", tl01=["p11"], tl02=["p41"])
    return {
        "p0": p0,
        **dict.fromkeys(TARGETS[1:], target),
        "p11": page("c1", tl11=["p0", "t1"], tl12=["p0", "t2"], tl13=["p41"]),
        "p12": page("c1", tl11=["p0", "p21"], tl12=["t3", "t4"], tl13=["p41"]),
        "p13": page("c1", tl11=["t1", "p22"], tl12=["t7", "t8"], tl13=["p41"]),
        "p21": page("c2", tl21=OTHERS),
        "p22": page("c2", tl21=OTHERS),
        "p31": page("c3", tl31=["p0", "t5"]),
        "p32": page("c3", tl31=["p0", "t6"]),
        "p41": page("c4", tl41=["p11", "p12", "p13"], tl42=["p21", "p22"]),
        **dict.fromkeys(OTHERS, page("c5", tl51=["p41"])),
    }


class ShuffledSite(FakeSite):
    """A site whose responses come in any order."""

    async def fetch(self, url):
        for _ in range(random.randrange(10)):
            await asyncio.sleep(0)
        return await super().fetch(url)
