"""Words of names: what a label, a class or an id says that something is."""

from __future__ import annotations

import re
import unicodedata

from pagekin.values.plain import word_set

_MAX_WORDS = 5
_MAX_NAME = 40
_SHORT_HUMP = 2  # letters; people write humps of words
_SHORT_PART = 8
# How programs that make up classes begin one of each element's, and the others beside it have no meaning, either.
MADE_UP = re.compile(r"(?:sc|css|jss|jsx|emotion)-[a-zA-Z0-9]{4,}$")
_VOWEL = re.compile(r"[aeiouy]|[^\x00-\x7f]")
_SHORTEST = 2  # letters of classes that are signs for a style sheet, or for a highlighter
_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_APART = re.compile(r"[-_\s]+")
_COLON = re.compile(r"\s*[:：=]\s*\S")  # in a label, the beginning of a value: `SKU: N/A`
_WITHIN_WORDS = frozenset(
    {"L", "M", "N"}
)  # of Unicode's categories: letters, marks on them, numbers
# Words in class names that say how something looks or is built, not what it is.
_BUILDING = word_set(
    "wrapper wrap container content contents text block item inner outer value val label field box"
    " div span col column row main left right top bottom lbl txt ctl link lnk hyperlink literal"
    " lit placeholder panel pnl section area cell td tr li ul small large big bold normal medium"
    " tiny font size color black white red blue green gray grey dark light flex grid clear"
    " clearfix fix float pull css style list table tbl first last odd even info data body page"
    " view module mod widget component hd bd ft holder line group element el id img h1 h2 h3 h4 p"
    " a b sr only hidden js px md nopadding seo wrappable hi clr align aligned justify nowrap"
    " center middle new old bg margin padding m t l r s entry post single tab tabs summary details"
    " detail badge muted monospace card btn pill chip meta visually screen reader article"
    " primary secondary tertiary success danger warning outline default lead space spacing gap"
)
# The words by which pages call what they are about, after the properties that schema.org has for products, vehicles,
# books, films, music, jobs, people, teams, places, restaurants, schools, homes, recipes, events, software and data: such
# a word names a value wherever it stands.
FIELD_WORDS = word_set(
    "title name headline price sku isbn isbn13 gtin ean upc mpn asin brand manufacturer maker"
    " model author authors creator publisher date published updated created posted released"
    " availability stock image photo picture logo description abstract bio biography excerpt"
    " rating ratings reviews review votes category categories tag tags keywords genre genres"
    " location address city country region email phone telephone website company organization"
    " employer salary duration time start end color colour size weight width height depth material"
    " language pages format edition version license status type ingredients instructions yield"
    " servings calories speaker speakers venue room affiliation doi pmid number code reference"
    " currency quantity capacity mileage year subtitle caption breadcrumb breadcrumbs"
    " engine fuel mpg transmission doors vin condition warranty features"
    " editor translator illustrator binding imprint issn series volume"
    " director actor actors cast producer composer studio runtime artist album label"
    " industry skills experience education degree department position deadline benefits"
    " born birthdate birthplace age nationality team club college coach award awards"
    " cuisine menu hours neighborhood parking fee admission tuition enrollment founded"
    " bedrooms bathrooms rooms area floor rent prep cook difficulty course nutrition"
    " organizer performer track session platform requirements developer maintainer"
)
_DAYS = word_set(
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun"
    " montag dienstag mittwoch donnerstag freitag samstag sonntag"
    " lundi mardi mercredi jeudi vendredi samedi dimanche"
    " lunes martes miércoles jueves viernes sábado domingo"
    " lunedì martedì mercoledì giovedì venerdì sabato domenica"
    " maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"
)
# Those that are months in English: in some language, each of many short words is one (EAN in Irish).
_MONTHS = word_set(
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
)
# Labels that are no nouns, and what they introduce.
_MEANT = dict.fromkeys(
    ("by", "written_by", "posted_by", "von", "par", "por", "av", "door", "di"), "author"
)
_SIGNS_OF = frozenset(
    {"badge", "label", "tag", "meta", "info"}
)  # elements of a block that say something of it
_GENERATED = re.compile(r"(?:^|[_$])ctl\d+[_$]")  # ids that a framework assembles from parts
_PREFIXES = re.compile(r"^(?:lbl|txt|lnk|hyp|lit|pnl|hl|div|span|td|tbl)(?=[A-Z])")
# A step on a scale: how wide, how far away, how large. `text-2xl`, `mb-4`, `col-md-6`, `w-1/2`, `md:flex`.
_SCALE = re.compile(
    r"[:/\[\]!@%]|-(?:\d+(?:\.\d+)?|\d*x[sl]|xs|sm|md|lg|full|auto|none|screen|px)$|^-",
    re.IGNORECASE,
)


def snake_case(text: str) -> str:
    """Return a label as a name: `Item no.:` is `item_no`, `ISBN-13` is `isbn_13`."""
    plain = unicodedata.normalize("NFKC", text).lower()
    words = (words_in(_BRACKETS.sub(" ", plain)) or words_in(plain))[:_MAX_WORDS]
    return "_".join(words)[:_MAX_NAME].strip("_")


def label_name(label: str) -> str:
    """Return the name that a label gives, "" if it says nothing: a date or a day above a value does not.

    What follows a colon is a value of its own.
    """
    value = _COLON.search(label)
    name = snake_case(label[: value.start()] if value else label)
    name = _MEANT.get(name, name)
    words = name.split("_")
    if all(word.isdigit() or word in _DAYS or word in _MONTHS for word in words):
        return ""
    return name if 2 * sum(map(str.isdigit, words)) <= len(words) else ""


def words_in(text: str) -> list[str]:
    """Return the words of a text in any script, each with the marks on its letters."""
    kept = (letter if unicodedata.category(letter)[0] in _WITHIN_WORDS else " " for letter in text)
    return "".join(kept).split()


def key_name(key: str) -> str:
    """Return a key of structured data as a name: `datePublished` is `date_published`."""
    return snake_case(_HUMPS.sub(" ", key))


def is_scale(mark: str) -> bool:
    """Return whether a class is a step on a scale: it says how something looks."""
    return _SCALE.search(mark) is not None and FIELD_WORDS.isdisjoint(_parts(mark))


def class_name(mark: str, prefixes: frozenset[str] = frozenset()) -> str:
    """Return the meaningful words of a class or id: `pdp-price__current` is `price_current`."""
    mark = mark.partition("--")[0]  # what follows is a state or a variant of it
    if re.search(r"[0-9a-f]{6,}|\d{4,}", mark) or is_scale(mark) or _is_generated(mark):
        return ""
    block, is_element, element = mark.partition("__")
    if is_element and not class_name(element):
        return f"{block}_{element}" if element in _SIGNS_OF and class_name(block) == block else ""
    telling = [w for w in _parts(mark) if w not in _BUILDING and _is_word(w)]
    if len(telling) > 1 and telling[0] in prefixes:
        telling = telling[1:]
    name = "_".join(telling[-3:])[:_MAX_NAME]
    return name if len(name) > _SHORTEST else ""


def _is_word(part: str) -> bool:
    """Return whether a part of a class is a word: it has a vowel, or is an abbreviation that names fields."""
    return part.isalpha() and len(part) > 1 and (bool(_VOWEL.search(part)) or part in FIELD_WORDS)


def _is_generated(mark: str) -> bool:
    """Return whether a program made up a class, such as `sc-kPJDbW`: its humps are no words."""
    if MADE_UP.match(mark):
        return True
    for part in _APART.split(mark):
        humps = [hump.casefold() for hump in _HUMPS.split(part) if hump]
        is_short = (
            len(humps) > 1 and min(map(len, humps)) <= _SHORT_HUMP and len(part) <= _SHORT_PART
        )
        if is_short and FIELD_WORDS.isdisjoint(humps):
            return True
    return False


def first_word(mark: str) -> str:
    """Return the first word of a class or id."""
    return re.split(r"[-_]", mark)[0].casefold()


def _parts(mark: str) -> list[str]:
    name = mark.rpartition("_")[2] if _GENERATED.search(mark) else mark
    return [
        word.casefold()
        for part in _APART.split(name)
        for word in _HUMPS.split(_PREFIXES.sub("", part))
        if word
    ]
