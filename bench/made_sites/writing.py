"""Write the pages of a made-up site, and what stands around their content."""

from collections.abc import Iterator, Mapping, Sequence

from bench.made_sites.addresses import HOST
from bench.made_sites.drafts import Drafts
from bench.made_sites.markup import Frame, Markup
from bench.made_sites.wording import Wording

Table = dict[str, bytes | str | int]

_MENU = {"little": (2, 4), "some": (5, 10), "much": (12, 24)}
_DEAD = {"none": 0.0, "3 %": 0.03, "10 %": 0.1}
_LATEST = 5  # links beside the content, where there is much boilerplate


def written(drafts: Drafts, same: Mapping[str, str]) -> Table:
    """Return all pages by path; `same` are further addresses of pages."""
    return _Writing(drafts, same).table()


def sitemap(drafts: Drafts, paths: Sequence[str]) -> bytes:
    """Return a sitemap of these pages, or of all."""
    named = [*paths, *drafts.pages] if drafts.rng.random() < 1 / 2 else paths
    escaped = (path.replace("&", "&amp;") for path in dict.fromkeys(named))
    items = "".join(f"<url><loc>{HOST}{path}</loc></url>" for path in escaped)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0"?><urlset xmlns="{space}">{items}</urlset>'.encode()


class _Writing:
    def __init__(self, drafts: Drafts, same: Mapping[str, str]) -> None:
        self._drafts = drafts
        self._same = same
        self._markup = Markup(drafts.plan["markup"], drafts.rng)
        self._dead = _DEAD[drafts.plan["dead links"]]

    def table(self) -> Table:
        frames = [self._frame(wording) for wording in self._drafts.wordings]
        table: Table = {}
        for number, draft in enumerate(self._drafts.pages.values()):
            wording = self._drafts.wordings[draft.language]
            content = draft.template.body(self._markup, wording)
            content += self._lists(draft.lists, wording)
            page = self._markup.page(
                draft.title,
                content,
                frames[draft.language],
                kind=draft.template.name,
                number=number,
            )
            table[draft.path] = page.encode()
        redirect = self._drafts.plan["duplicates"] == "redirect"
        further = {
            other: HOST + path if redirect else table[path] for other, path in self._same.items()
        }
        return table | further

    def _lists(self, lists: Mapping[str, Sequence[str]], wording: Wording) -> str:
        return "".join(
            self._markup.section(name, "", self._markup.links(name, self._anchors(items, wording)))
            for name, items in lists.items()
            if items
        )

    def _anchors(self, paths: Sequence[str], wording: Wording) -> Iterator[tuple[str, str]]:
        """Yield links, and among them some to pages that are gone."""
        for path in dict.fromkeys(paths):
            yield path, self._title(path)
            if len(paths) > 1 and self._drafts.rng.random() < self._dead:
                yield self._drafts.addresses.give("kin"), wording.label()

    def _title(self, path: str) -> str:
        return self._drafts.pages[self._same.get(path, path)].title

    def _frame(self, wording: Wording) -> Frame:
        rng, kind = self._drafts.rng, self._drafts.plan["boilerplate"]
        sections = self._drafts.home.lists.get("sections", [])
        size = rng.randint(*_MENU[kind])
        menu = [("/", wording.label())] + [(path, self._title(path)) for path in sections[:size]]
        away = range(max(0, size - len(menu)))
        menu += [(f"http://elsewhere.test/{number}", wording.label()) for number in away]
        foot = [wording.sentence() for _ in range(rng.randint(1, 3 * size // 2))]
        latest = rng.sample(sections, min(_LATEST, len(sections))) if kind == "much" else []
        aside = [(path, self._title(path)) for path in latest]
        return Frame(menu, foot, aside, wording.label())
