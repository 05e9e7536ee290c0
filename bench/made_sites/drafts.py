"""A site under construction: pages before they are written, and what they link to."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.made_sites.addresses import Addresses
from bench.made_sites.page_template import PageTemplate, draw_template, translated
from bench.made_sites.plan import Plan
from bench.made_sites.wording import Wording


@dataclass(slots=True)
class Draft:
    """A page before it is written: its class, and the lists of links on it, by name."""

    path: str
    template: PageTemplate
    title: str
    language: int = 0
    lists: dict[str, list[str]] = field(default_factory=dict)

    def link(self, name: str, *paths: str) -> None:
        """Put links into a list."""
        self.lists.setdefault(name, []).extend(paths)


class Drafts:
    """The pages of a site by path, the first of them the home page."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = rng = random.Random(f"site {plan.seed}")
        self.addresses = Addresses(plan["address"], rng)
        two = plan["language"] == "two"
        scripts = ("latin", "latin") if two else (plan["language"],)
        self.wordings = [Wording(script, rng) for script in scripts]
        self.pages: dict[str, Draft] = {}
        self.home = self.single("/")

    @property
    def spare(self) -> int:
        """How many pages may still be made besides the targets, for the class to have its share."""
        kin = sum(draft.template.name == "kin" for draft in self.pages.values())
        return self.plan.pages - self.plan.targets - (len(self.pages) - kin)

    def templates(self, template: PageTemplate) -> list[PageTemplate]:
        """Return a template in all languages of the site."""
        return [template, *(translated(template, wording) for wording in self.wordings[1:])]

    def template(self, name: str) -> list[PageTemplate]:
        """Draw the template of a class, in all languages of the site."""
        return self.templates(draw_template(name, self.wordings[0]))

    def page(
        self, templates: Sequence[PageTemplate], *, below: str = "", language: int | None = None
    ) -> Draft:
        """Make a page of a class."""
        number = self.rng.randrange(len(self.wordings)) if language is None else language
        said = f"l{number}" if len(self.wordings) > 1 else ""
        path = self.addresses.give(templates[0].name, below=below, language=said)
        title = self.wordings[number].words(self.rng.randint(1, 4)).capitalize()
        return self._add(Draft(path, templates[number], title, number))

    def single(self, path: str = "") -> Draft:
        """Make a page that is the only one of its kind."""
        template = draw_template("single", self.wordings[0])
        template = PageTemplate("single", template.blocks[:2])
        return self._add(Draft(path or self.addresses.single(), template, self.wordings[0].label()))

    def list_page(self, path: str = "") -> Draft:
        """Make a page for a list; all lists of a site are alike."""
        path = path or self.addresses.give("lists")
        return self._add(Draft(path, PageTemplate("list"), self.wordings[0].label()))

    def listed(self, pages: Sequence[Draft]) -> None:
        """Make a list of pages, which the home page leads to."""
        page = self.list_page()
        page.link("items", *(one.path for one in pages))
        self.home.link("sections", page.path)

    def _add(self, draft: Draft) -> Draft:
        self.pages[draft.path] = draft
        return draft
