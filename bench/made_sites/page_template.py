"""Templates of pages: the blocks that pages of a class have, with contents that vary from page to page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from bench.made_sites.markup import Markup
from bench.made_sites.wording import Wording

Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a template: what it is, what it is called in the markup, and what it says on all pages."""

    kind: str
    name: str
    heading: str
    labels: Labels
    share: float = 1.0  # of the pages that have it


@dataclass(frozen=True, slots=True)
class PageTemplate:
    """What the pages of a class have in common."""

    name: str
    blocks: tuple[Block, ...] = field(default=())

    def body(self, markup: Markup, wording: Wording) -> str:
        """Return the content of another page of the class; what is optional is there altogether or not at all."""
        chance = wording.rng.random()
        return "".join(
            markup.section(block.name, block.heading, _KINDS[block.kind](block.labels, wording))
            for block in self.blocks
            if chance < block.share
        )


def _facts(labels: Labels, wording: Wording) -> str:
    rows = "".join(f"<tr><th>{one}</th><td>{wording.words(2)}</td></tr>" for one in labels)
    return f"<table>{rows}</table>"


def _terms(_: Labels, wording: Wording) -> str:
    rng = wording.rng
    rows = range(rng.randint(1, 6))
    return "<dl>" + "".join(f"<dt>{wording.word()}<dd>{wording.sentence()}" for _ in rows) + "</dl>"


def _prose(_: Labels, wording: Wording) -> str:
    rng = wording.rng
    return "".join(f"<p>{wording.paragraph()}</p>" for _ in range(rng.randint(1, 7)))


def _price(labels: Labels, wording: Wording) -> str:
    rng = wording.rng
    return f"<p><span>{labels[0]}</span> <b>€ {rng.randint(1, 999)}.{rng.randint(0, 99):02}</b></p>"


def _figure(_: Labels, wording: Wording) -> str:
    rng = wording.rng
    return f'<div><img src="/img/{rng.randint(1, 10**6)}.jpg" alt="{wording.word()}"><i>{wording.sentence()}</i></div>'


def _steps(_: Labels, wording: Wording) -> str:
    rng = wording.rng
    return "<ol>" + "".join(f"<li>{wording.sentence()}" for _ in range(rng.randint(2, 8))) + "</ol>"


def _quote(_: Labels, wording: Wording) -> str:
    return f"<blockquote><p>{wording.sentence()}</p><cite>{wording.label()}</cite></blockquote>"


def _code(_: Labels, wording: Wording) -> str:
    rng = wording.rng
    lines = "\n".join(f"{wording.word()} = {rng.random():.3}" for _ in range(rng.randint(1, 9)))
    return f"<pre><code>{lines}</code></pre>"


def _form(labels: Labels, _: Wording) -> str:
    label = labels[0]
    return f'<form method=post action="/send"><label>{label}<input name=q></label><button>{label}</button></form>'


def _comments(_: Labels, wording: Wording) -> str:
    rng = wording.rng
    one = "<div><b>{}</b><em>{}</em><p>{}</p></div>"
    return "".join(
        one.format(wording.label(), rng.randint(1990, 2026), wording.sentence())
        for _ in range(rng.randint(1, 5))
    )


def _address(_: Labels, wording: Wording) -> str:
    rng = wording.rng
    return f"<address>{wording.label()}<br>{wording.label()} {rng.randint(1, 99)}</address>"


_KINDS: dict[str, Callable[[Labels, Wording], str]] = {
    "facts": _facts,
    "terms": _terms,
    "prose": _prose,
    "price": _price,
    "figure": _figure,
    "steps": _steps,
    "quote": _quote,
    "code": _code,
    "form": _form,
    "comments": _comments,
    "address": _address,
}
_OFTEN = ("facts", "prose")  # what many classes of a site have


def draw_block(wording: Wording, kind: str, share: float = 1.0) -> Block:
    """Draw a block of a kind, with words of its own."""
    rng = wording.rng
    labels = tuple(wording.label() for _ in range(rng.randint(2, 5)))
    heading = wording.label() if rng.random() < 0.7 else ""
    return Block(kind, f"{kind}-{rng.choice('abcdefgh')}", heading, labels, share)


def draw_template(name: str, wording: Wording) -> PageTemplate:
    """Draw the template of a class: one or two blocks that others may have too, and two to four of its own."""
    rng = wording.rng
    own = rng.sample([kind for kind in _KINDS if kind not in _OFTEN], rng.randint(2, 4))
    kinds = [*rng.sample(_OFTEN, rng.randint(1, 2)), *own]
    rng.shuffle(kinds)
    return PageTemplate(name, tuple(draw_block(wording, kind) for kind in kinds))


def with_optional(
    template: PageTemplate, share: float, count: int, wording: Wording
) -> PageTemplate:
    """Return a template with some further blocks that only a share of the pages has."""
    rng = wording.rng
    unused = [kind for kind in _KINDS if kind not in {block.kind for block in template.blocks}]
    blocks = list(template.blocks)
    for kind in rng.sample(unused, min(count, len(unused))):
        blocks.insert(rng.randint(0, len(blocks)), draw_block(wording, kind, share))
    return replace(template, blocks=tuple(blocks))


def sibling(template: PageTemplate, name: str, wording: Wording) -> PageTemplate:
    """Return the template of a class that has another block in place of one of the first's, and else the same."""
    rng = wording.rng
    always = [i for i, block in enumerate(template.blocks) if block.share == 1]
    place = rng.choice(always)
    unused = [kind for kind in _KINDS if kind not in {block.kind for block in template.blocks}]
    blocks: Sequence[Block] = [
        draw_block(wording, rng.choice(unused)) if i == place else block
        for i, block in enumerate(template.blocks)
    ]
    return PageTemplate(name, tuple(blocks))


def translated(template: PageTemplate, wording: Wording) -> PageTemplate:
    """Return the same template with what it says in another language."""
    blocks = (
        replace(
            block,
            heading=block.heading and wording.label(),
            labels=tuple(wording.label() for _ in block.labels),
        )
        for block in template.blocks
    )
    return replace(template, blocks=tuple(blocks))
