"""What a fixed query is: a name, a title, parameters, and how it is answered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pagekin.errors import UsageError
from pagekin.query.answer_table import AnswerTable
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo


class ParameterKind(StrEnum):
    """What a parameter stands for."""

    NUMBER = "number"
    TEXT = "text"
    URL = "URL"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that a person says each time; without a default it has to be said."""

    name: str
    kind: ParameterKind
    meaning: str
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """Of which crawl a query is asked, which one it is compared with, and the parameters."""

    connection: Connection
    crawl: CrawlInfo
    older: CrawlInfo | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    most: int = 100_000  # rows

    def number(self, name: str) -> float:
        """Return a parameter that is a number."""
        return float(self.parameters[name])


Answerer = Callable[[Asked], AnswerTable]


@dataclass(frozen=True, slots=True)
class FixedQuery:
    """A question that need not be formulated.

    It is answered by a function, or else by a text of the query language in which `{x}` stands for a parameter.
    """

    name: str
    title: str
    answer: Answerer | None = None
    text: str = ""
    parameters: tuple[Parameter, ...] = ()
    compares: bool = False  # it needs an older crawl

    def filled_in(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return all parameters; UsageError says which one is missing, unknown or no number."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                raise UsageError(
                    f"{self.name} has no parameter {name!r}: {', '.join(known) or 'it has none'}"
                )
        values: dict[str, str] = {}
        for name, parameter in known.items():
            value = given.get(name, parameter.default)
            if value is None:
                raise UsageError(f"{self.name} needs {name}, {parameter.meaning}: --set {name}=…")
            if parameter.kind is ParameterKind.NUMBER:
                _check_number(self.name, name, value)
            values[name] = value
        return values

    def question(self, given: Mapping[str, str]) -> str:
        """Return the text of the query language with its parameters in place, each as what it is."""
        kinds = {parameter.name: parameter.kind for parameter in self.parameters}
        written = {
            name: _written(value, kinds[name]) for name, value in self.filled_in(given).items()
        }
        return self.text.format_map(written)


def _check_number(query: str, name: str, value: str) -> None:
    digits = value.removeprefix("-").replace(".", "", 1)
    if not (digits.isascii() and digits.isdecimal()):
        raise UsageError(f"{query}: {name} is {value!r}, which is no number such as 12 or 9.99")


def _written(value: str, kind: ParameterKind) -> str:
    """Return a parameter as the query language writes it: none of it can be taken for a word of the language."""
    if kind is ParameterKind.NUMBER:
        return value
    if kind is ParameterKind.FIELD:
        return ".".join(f"`{part.replace('`', '')}`" for part in value.split("."))
    doubled = value.replace('"', '""')
    return f'"{doubled}"'
