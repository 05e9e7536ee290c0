"""Examples that stand in several places: whether the right one is taken, or that there are others is said.

    python -m bench.extraction.ambiguous --cases 200 --seed 1

A case is a made site of pages with one value of their own and the same kind of value of others: in a strip of
related items, an aside, a header, a footer. On the sample the value shown stands in several of these. A case is
*right* if every page gets its own value (and none where it has none), *told* if it is not, but the doubt was
said and one of the choices offered is right, else *silent*.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pagekin.dom import Page, parse_page
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example, learn

_PAGES = 12
_ITEMS = 40
_NONE = "ask us"
_WORDS = [
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "flint",
    "grove",
    "hazel",
    "indigo",
    "juniper",
    "krill",
    "lotus",
    "maple",
    "north",
]


@dataclass(frozen=True, slots=True)
class Case:
    """Pages, the value shown on the first of them, and what each page has."""

    pages: tuple[Page, ...]
    field: str
    shown: str
    truth: tuple[str, ...]  # "" where a page has no value


@dataclass(frozen=True, slots=True)
class Item:
    """A thing with a page of its own."""

    number: int
    name: str
    value: str

    @property
    def link(self) -> str:
        """A link to its page."""
        return f"<a href='/p/{self.number}'>{self.name}</a>"


@dataclass(frozen=True, slots=True)
class Style:
    """How the pages of a case are written."""

    own_class: str
    strip_class: str
    strip_tag: str
    item_tag: str
    strip_first: bool
    label: str
    heading_inside: bool  # the heading and the value share an element
    in_header: bool
    in_footer: bool
    sticky: bool  # the page's own value once more
    data: bool  # JSON-LD
    microdata: bool
    some_without: bool
    banner: bool  # on some pages something stands before the value


def made_case(seed: int) -> Case:
    """Make the case of a number."""
    chance = random.Random(seed)
    field, value = chance.choice((("price", _price), ("author", _author), ("year", _year)))
    items = [Item(n, _name(chance), value(chance)) for n in range(_ITEMS)]
    style = _style(chance)
    own = items[:_PAGES]
    others = items[_PAGES:]
    twins = chance.randint(1, 3)
    strips = []
    for number in range(_PAGES):
        strip = chance.sample(others, chance.randint(3, 6))
        if number == 0:
            for place in chance.sample(range(len(strip)), min(twins, len(strip))):
                strip[place] = Item(strip[place].number, strip[place].name, own[0].value)
        strips.append(strip)
    without = set(chance.sample(range(1, _PAGES), 2)) if style.some_without else set()
    bodies = [
        _body(item, strip, style, has_value=n not in without, banner=style.banner and n % 3 == 1)
        for n, (item, strip) in enumerate(zip(own, strips, strict=True))
    ]
    pages = [
        parse_page(f"http://made.test/p/{n}", f"<html><body>{body}</body></html>".encode())
        for n, body in enumerate(bodies)
    ]
    truth = tuple("" if n in without else item.value for n, item in enumerate(own))
    return Case(tuple(pages), field, own[0].value, truth)


def judged(case: Case) -> str:
    """Learn from the example of a case; return right, told or silent."""
    example = Example(0, case.field, case.shown)
    learned = learn(case.pages, [example])
    if _is_right(_values(learned.wrapper, case), case):
        return "right"
    options = len(learned.doubts[0].options) if learned.doubts else 1
    for choice in range(2, options + 1):
        chosen = learn(case.pages, [example], {case.field: choice})
        if _is_right(_values(chosen.wrapper, case), case):
            return "told"
    return "silent"


def _is_right(found: Sequence[str], case: Case) -> bool:
    """Whether each page has its own value; where it has none, what stands in its place is no fault."""
    return all(one in {true, true or _NONE} for one, true in zip(found, case.truth, strict=True))


def main(arguments: Sequence[str]) -> int:
    """Judge some cases; 1 if any was wrong without a word."""
    parser = argparse.ArgumentParser(prog="python -m bench.extraction.ambiguous")
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    seeds = range(options.seed * 10_000, options.seed * 10_000 + options.cases)
    found = {seed: judged(made_case(seed)) for seed in seeds}
    counts = Counter(found.values())
    for name in ("right", "told", "silent"):
        print(f"{name:7} {counts[name]:4}")
    for seed, how in found.items():
        if how != "right":
            print(f"  case {seed}: {how}")
    return 1 if counts["silent"] else 0


def _values(wrapper: object, case: Case) -> tuple[str, ...]:
    extractor = Extractor(wrapper)  # type: ignore[arg-type] # what `learn` gives
    found = []
    for page in case.pages:
        values = [
            value.text
            for record in extractor.extract(page).records
            for value in record.fields.get(case.field, ())
        ]
        found.append(" | ".join(values))
    return tuple(found)


def _style(chance: random.Random) -> Style:
    shared = chance.random() < 0.6
    own = chance.choice(("price", "value", "text-lg", ""))
    return Style(
        own,
        own if shared else "small",
        chance.choice(("aside", "section", "div", "div")),
        chance.choice(("li", "div", "article")),
        chance.random() < 0.4,
        chance.choice(("", "", "Our offer:", "By")),
        *(chance.random() < share for share in (0.5, 0.3, 0.3, 0.3, 0.3, 0.2, 0.3, 0.3)),
    )


def _body(item: Item, strip: Sequence[Item], style: Style, *, has_value: bool, banner: bool) -> str:
    css = f" class='{style.own_class}'" if style.own_class else ""
    prop = " itemprop='price'" if style.microdata else ""
    value = f"<span{css}{prop}>{item.value}</span>" if has_value else f"<em>{_NONE}</em>"
    label = f"<b>{style.label}</b> " if style.label else ""
    notice = "<p>Nearly gone</p>" if banner else ""
    heading = f"<h1>{item.name}</h1>"
    block = f"{notice}<div>{label}{value}</div><p>About {item.name} there is much to say.</p>"
    main = (
        f"<div class='detail'>{heading}{block}</div>"
        if style.heading_inside
        else f"{heading}<div class='detail'>{block}</div>"
    )
    parts = [main, _strip(strip, style)]
    if style.strip_first:
        parts.reverse()
    header = f"<span{css}>{strip[0].value}</span>" if style.in_header else ""
    footer = f"<span{css}>{strip[-1].value}</span>" if style.in_footer else ""
    sticky = f"<div class='bar'>{item.value}</div>" if style.sticky and has_value else ""
    data = (
        f'<script type="application/ld+json">{{"@type":"Product","name":"{item.name}",'
        f'"offers":{{"price":"{item.value}"}}}}</script>'
        if style.data and has_value
        else ""
    )
    return (
        f"{data}<header><a href='/'>Home</a>{header}</header><main>{''.join(parts)}</main>"
        f"{sticky}<footer>{footer}<a href='/help'>Help</a></footer>"
    )


def _strip(strip: Sequence[Item], style: Style) -> str:
    css = f" class='{style.strip_class}'" if style.strip_class else ""
    tag = style.item_tag
    cards = "".join(
        f"<{tag} class='card'>{one.link}<div><span{css}>{one.value}</span></div></{tag}>"
        for one in strip
    )
    inner = f"<ul>{cards}</ul>" if tag == "li" else cards
    return f"<{style.strip_tag}><h2>You may also like</h2>{inner}</{style.strip_tag}>"


def _name(chance: random.Random) -> str:
    return " ".join(chance.sample(_WORDS, 3)).title()


def _price(chance: random.Random) -> str:
    return f"${chance.randint(5, 400)}.{chance.choice(('00', '50', '99'))}"


def _author(chance: random.Random) -> str:
    return " ".join(chance.sample(_WORDS, 2)).title()


def _year(chance: random.Random) -> str:
    return str(chance.randint(1950, 2025))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
