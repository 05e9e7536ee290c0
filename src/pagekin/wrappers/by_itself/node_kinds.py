"""Kinds of nodes: a single value, a list or running text, judged over all pages at once."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from pagekin.values import Reading, type_named
from pagekin.values.money.currencies import CODES, SIGNS
from pagekin.wrappers.by_itself.label_detection import Bucket, lead_of
from pagekin.wrappers.by_itself.nodes import TEXT, PageNode, descendants
from pagekin.wrappers.by_itself.template_places import PlaceLabel

_ITEMS = frozenset({"li", "tr", "article", "dd", "p"})
_LISTS = frozenset({"ul", "ol"})
_HEADINGS = frozenset({"h1", "h2", "h3"})
_CELLS = frozenset({"td", "th", "tbody", "thead", "table"})
_EMPHASIS = frozenset({"b", "strong", "i", "em", "font", "u", "small", "sup", "sub", "br"})
_PHRASES = frozenset(
    {"code", "em", "i", "b", "strong", "tt", "kbd", "var", "sup", "sub", "u", "q", "cite"}
)
# Elements that, by themselves or their attributes, say more than their text.
_TELLING = frozenset({"a", "time", "data", "meter", "h1"})
_ENOUGH_ROWS = 5  # enough to see that each part of a row has its own meaning
COMMAS = frozenset({",", ";", "/", "|", "·", "&", "and", ", and", "und", "et", "y", "e"})
_MAX_PARTS = 8
_NEARLY_ALL = 0.9
_SENTENCE = 40  # characters
_MAX_MONEY = 60  # characters of an old and a new price with their currencies
_DIGIT = re.compile(r"\d")
_WORDS = re.compile(r"[^\W\d_]{5}")  # longer than the signs of currencies
_PROSE = frozenset(
    {
        *(TEXT, "p", "b", "strong", "i", "em", "u", "font", "a", "span", "small", "sup", "sub"),
        *("ul", "ol", "li", "blockquote", "pre", "code", "tt", "cite", "q", "abbr", "big", "br"),
        *("h2", "h3", "h4", "h5", "h6", "div", "img", "center", "table", "dl", "section", "figure"),
    }
)


def is_value(nodes: Sequence[PageNode]) -> bool:
    """Return whether nearly all nodes hold a single text, and nothing that says more."""
    one_words = list(filter(is_one_word, nodes))
    in_one_word = bool(one_words) and not _share_a_label(one_words)
    are_words = in_one_word and 2 * len(one_words) >= len(nodes)
    single = sum(
        node.is_text
        or node.tag == "img"
        or (node.pieces == 1 and not node.others and (are_words or not _is_telling(node)))
        or is_money(node)
        or (in_one_word and is_one_word(node))
        for node in nodes
    )
    if single < 0.8 * len(nodes) and not _are_phrases(nodes):
        return False
    return single == len(nodes) or sum(map(_holds_items, nodes)) < 0.3 * len(nodes)


def _are_phrases(nodes: Sequence[PageNode]) -> bool:
    """Return whether most nodes hold one text, and the others one with words in it that look different.

    A word of code or a name in italics, in a title here and there, is no value of its own.
    """
    plain = sum(node.pieces == 1 and not node.others and not _is_telling(node) for node in nodes)
    return 2 * plain >= len(nodes) and all(
        node.pieces == 1 or _is_phrase(node) for node in nodes if node.has_text
    )


def _is_phrase(node: PageNode) -> bool:
    """Return whether a node has a text of its own, and in it nothing but words that look different."""
    inner = [child for child in node.children if child.has_text or child.others]
    texts = sum(child.is_text for child in inner)  # two of them beside each other are two lines
    return 0 < texts <= len(inner) - texts + 1 and all(
        child.is_text
        or (child.tag in _PHRASES and not child.tokens and child.pieces == 1 and not child.others)
        for child in inner
    )


def is_money(node: PageNode) -> bool:
    """Return whether a node holds an amount and its currency, each in a text of its own, and nothing else.

    Both together are the value: what an amount is without its sign, nobody can tell.
    """
    if node.is_text or not 1 < node.pieces <= _MAX_PARTS or node.size > _MAX_MONEY:
        return False
    texts = [part.words for part in descendants(node) if part.is_text]
    amounts = [text for text in texts if _DIGIT.search(text)]
    signs = [text for text in texts if not _DIGIT.search(text)]
    if not amounts or any(map(_WORDS.search, amounts)) or not all(map(_is_currency, signs)):
        return False
    return type_named("price").looks_like(Reading(node.words), named=False)


def is_one_word(node: PageNode) -> bool:
    """Return whether texts in several elements touch each other, as those of `<b>dev</b>@<b>site.org</b>` do."""
    return (
        not node.is_text
        and 1 < node.pieces <= _MAX_PARTS
        and not node.others
        and " " not in node.words
        and len(node.words) == node.size <= _MAX_MONEY
        and not any(part.tag in _TELLING for part in descendants(node))
    )


def _share_a_label(nodes: Sequence[PageNode]) -> bool:
    """Return whether nodes begin with the same word that names the rest, as `<b>Serves</b>6` and `<b>Serves</b>8` do."""
    leads = {lead_of(node) for node in nodes}
    lead = leads.pop() if len(leads) == 1 and len(nodes) > 1 else ""
    return bool(lead) and all(node.words[len(lead) :][:1].isalnum() for node in nodes)


def _is_currency(text: str) -> bool:
    """Return whether a text is the sign or code of a currency, or only stands between two amounts."""
    return text in SIGNS or text in CODES or not any(letter.isalnum() for letter in text)


def _holds_items(node: PageNode) -> bool:
    """Return whether a node holds nothing but a list, if only of one item."""
    while node.tag not in _LISTS:
        inner = [child for child in node.children if child.has_text]
        if len(inner) != 1 or inner[0].is_text:
            return False
        node = inner[0]
    return True


def is_list(bucket: Bucket, rows: Sequence[Sequence[PageNode]], *, named: bool = False) -> bool:
    """Return whether the children of one bucket are items of a list, rather than parts of a layout.

    What nearly all pages have below a label is named by it, if it is a heading, too: no section of some pages.
    """
    counts = {len(row) for row in rows if row}
    most = max(counts, default=0)
    tag = bucket[0]
    if most < 2 or tag in _CELLS or tag in _EMPHASIS or tag[0] == "@":
        return False
    if tag == TEXT:
        return len(counts) > 1 and next(filter(None, rows))[0].element.tag not in _HEADINGS
    if _is_enumeration(rows):
        return True
    is_usual = named and sum(map(bool, rows)) >= _NEARLY_ALL * len(rows)
    if (_are_sections(tag, rows) and not is_usual) or _has_fixed_part(rows) or _has_own_words(rows):
        return False
    alike = _likeness(rows)
    if tag in _ITEMS:
        return alike >= 0.4
    return alike >= 0.5 and (len(counts) > 1 or most > 2)


def _are_sections(tag: str, rows: Sequence[Sequence[PageNode]]) -> bool:
    """Return whether few pages have several, and these are large: further headings are above sections of some pages."""
    several = sum(len(row) > 1 for row in rows) / sum(bool(row) for row in rows)
    pieces = sum(node.pieces for row in rows for node in row) / sum(map(len, rows))
    return several < (0.5 if tag in _HEADINGS else 0.25) and (tag in _HEADINGS or pieces > 2)


def is_prose(
    nodes: Sequence[PageNode],
    rows: Sequence[Sequence[tuple[Bucket, PageNode]]],
    handles: Sequence[Sequence[PlaceLabel | None]],
) -> bool:
    """Return whether nodes hold running text whose markup differs from page to page."""
    orders = Counter(tuple(bucket for bucket, _ in row) for row in rows)
    variety = (len(orders) - 1) / max(len(rows) - 1, 1)
    if len(orders) > 2 and max(orders.values()) <= 0.5 * len(rows):
        variety = max(variety, 0.3)
    if variety < 0.15 or any(label for row in handles for label in row):
        return False
    buckets = [bucket for row in rows for bucket, _ in row]
    if len(set(buckets)) < 2:
        return _are_paragraphs([node for row in rows for _, node in row])
    plain = sum(tag in _PROSE and not token for tag, token in buckets)
    if plain < 0.9 * len(buckets):
        return False
    size = sum(node.size for node in nodes) / len(nodes)
    has_text = sum(any(bucket[0] == TEXT for bucket, _ in row) for row in rows) >= 0.5 * len(rows)
    inline = has_text and all(tag not in {"div", "table"} for tag, _ in buckets)
    return inline or (size > 200 and variety > 0.25)


def _are_paragraphs(nodes: Sequence[PageNode]) -> bool:
    """Return whether nodes are the paragraphs of a text, rather than items of a list."""
    return all(node.tag == "p" for node in nodes) and sum(node.size for node in nodes) > (
        _SENTENCE * len(nodes)
    )


def _is_enumeration(rows: Sequence[Sequence[PageNode]]) -> bool:
    """Return whether nodes follow each other with commas in between, however many there are."""
    gaps = [one.element.tail or "" for row in rows for one in row[:-1]]
    return bool(gaps) and all(gap.strip().casefold() in COMMAS for gap in gaps)


def _has_fixed_part(rows: Sequence[Sequence[PageNode]]) -> bool:
    """Return whether the second or third in a row is always the same: then each has its own meaning."""
    for number in (1, 2):
        texts = [row[number].words for row in rows if len(row) > number]
        if len(texts) > 4 and len(texts) > 0.5 * len(rows) and len(set(texts)) == 1 and texts[0]:
            return True
    return False


def _has_own_words(rows: Sequence[Sequence[PageNode]]) -> bool:
    """Return whether each of a few in a row has words that the others never have: `27 mpg`, `5 doors`."""
    filled = [row for row in rows if row]
    length = len(filled[0])
    if len(filled) < _ENOUGH_ROWS or length > _MAX_PARTS or {len(r) for r in filled} != {length}:
        return False
    counts = [Counter(w for row in filled for w in _words(row[n])) for n in range(length)]
    everywhere = sum(counts, Counter[str]())
    return all(
        any(on >= 0.8 * len(filled) and everywhere[word] <= 1.1 * on for word, on in own.items())
        for own in counts
    )


def _words(node: PageNode) -> set[str]:
    return {word.casefold() for word in node.words.split() if word.isalpha()}


def _is_telling(node: PageNode) -> bool:
    while True:
        inner = [child for child in node.children if child.has_text]
        if len(inner) != 1 or inner[0].is_text:
            return False
        node = inner[0]
        if node.tag in _TELLING:
            return True


def _likeness(rows: Sequence[Sequence[PageNode]]) -> float:
    """Return how similar neighbours are inside: the share of tags and classes in common."""
    total = pairs = 0.0
    for row in rows:
        shapes = [_shape(node) for node in row[:30]]
        for one, other in pairwise(shapes):
            total += len(one & other) / max(len(one | other), 1)
            pairs += 1
    return total / pairs if pairs else 0.0


def _shape(node: PageNode, depth: int = 3) -> frozenset[str]:
    paths = {""}
    level = [("", node)]
    for _ in range(depth):
        level = [
            (f"{path}/{child.tag}.{'.'.join(child.tokens)}", child)
            for path, parent in level
            for child in parent.children
            if child.has_text or child.others
        ]
        paths.update(path for path, _ in level)
    return frozenset(paths)
