"""The dimensions of made-up sites, and plans drawn at random from them."""

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass

FEWEST = 4  # targets
LARGEST = 900  # pages

# Each dimension with its values. Numbers are drawn from within the range that a value names.
DIMENSIONS: Mapping[str, tuple[str, ...]] = {
    "share": ("1-3 %", "3-10 %", "10-30 %", "30-60 %", "60-90 %", "90-97 %"),
    "size": ("30-80", "80-200", "200-400"),
    "optional": ("none", "few, small", "half, small", "half, large", "most, large"),
    "siblings": ("none", "one", "three"),
    "nesting": ("none", "below another class", "with pages below"),
    "way": (
        "one list",
        "many lists",
        "pagination",
        "through another class",
        "target to target",
        "sitemap",
        "islands",
    ),
    "address": ("telling", "flat", "numbers", "query"),
    "boilerplate": ("little", "some", "much"),
    "language": ("latin", "cyrillic", "kana", "two"),
    "dead links": ("none", "3 %", "10 %"),
    "duplicates": ("none", "parameter", "redirect", "copy"),
    "markup": ("semantic", "divs", "tables", "bare", "numbered", "utility"),
    "entry": ("given", "not given"),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of site to make: a value of each dimension, and the numbers drawn for it."""

    seed: str
    values: Mapping[str, str]
    pages: int
    targets: int

    def __getitem__(self, dimension: str) -> str:
        return self.values[dimension]

    def __str__(self) -> str:
        said = ", ".join(f"{name}: {value}" for name, value in self.values.items())
        return f"{self.seed} ({self.targets} of about {self.pages} pages; {said})"

    def as_json(self) -> dict[str, object]:
        """Return all of it as JSON has it."""
        return asdict(self)


def draw(seed: int, number: int, fixed: Mapping[str, str] | None = None) -> Plan:
    """Draw a plan; the dimensions in `fixed` have the values given there."""
    name = f"{seed}-{number}"
    rng = random.Random(name)
    values = {dimension: rng.choice(choices) for dimension, choices in DIMENSIONS.items()}
    values |= fixed or {}
    if values["way"] == "sitemap":  # from an entry nothing leads there
        values["entry"] = "not given"
    share = _within(values["share"], rng) / 100
    pages = max(round(_within(values["size"], rng)), round(FEWEST / share))
    return Plan(name, values, min(pages, LARGEST), max(FEWEST, round(share * pages)))


def _within(named: str, rng: random.Random) -> float:
    low, _, high = named.removesuffix(" %").partition("-")
    return rng.uniform(float(low), float(high))
