"""pagekin's two ways to learn a wrapper, as the benchmark runs them."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from bench.extraction.scoring import FieldScore, field_score, page_score, plain
from bench.extraction.tasks import Task
from pagekin.dom.page import Page, parse_page
from pagekin.wrappers import Bundle, Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example
from pagekin.wrappers.by_example import induce as induce_by_example
from pagekin.wrappers.document_frequency import texts_in
from pagekin.wrappers.node_readings import text_of
from pagekin.wrappers.record import Record

COUNTED_FIELDS = 40

Column = list[list[str]]  # for each page the texts


@dataclass(slots=True)
class Outcome:
    """What a method extracted from a task's pages, how good that is and how long it took."""

    task: str
    method: str
    scores: dict[str, FieldScore] = field(default_factory=dict)
    learn_seconds: float = 0.0
    pages_per_second: float = 0.0
    detail: str = ""
    wrapper: Wrapper | None = None
    columns: dict[str, Column] = field(default_factory=dict)
    by_page: dict[str, FieldScore] = field(default_factory=dict)

    def take(self, task: Task, columns: dict[str, Column]) -> None:
        """Score the texts that stand for each attribute."""
        self.columns = columns
        for name, texts in columns.items():
            self.scores[name] = field_score(_truth(task, name), texts, task.fold)
            self.by_page[name] = page_score(_truth(task, name), texts, task.fold)


def by_example(task: Task) -> Outcome:
    """Learn from the values of one page; a field's name is the attribute's."""
    outcome = Outcome(task.name, "by-example")

    def learn(pages: Sequence[Page]) -> Wrapper:
        examples = [
            Example(page, name, as_shown(pages[page], text, task.fold))
            for page, name, text in task.examples()
        ]
        return induce_by_example(pages, examples)

    columns = _columns(task, learn, outcome)
    keys = {key.rpartition(".")[2]: key for key in reversed(columns)}
    outcome.take(
        task,
        {name: columns[keys[name]] if name in keys else nothing(task) for name in task.attributes},
    )
    return outcome


def by_itself(task: Task, induce: Callable[[Sequence[Page]], Wrapper]) -> Outcome:
    """Learn without any example; each attribute is given the best of the first fields (an oracle)."""
    outcome = Outcome(task.name, "by-itself")
    columns = dict(list(_columns(task, induce, outcome).items())[:COUNTED_FIELDS])
    best_columns = {}
    for name in task.attributes:
        scores = {
            key: field_score(_truth(task, name), texts, task.fold).f1
            for key, texts in columns.items()
        }
        best = max(scores, key=scores.__getitem__, default=None)
        best_columns[name] = columns[best] if best else nothing(task)
        outcome.detail += f"{name}={best} "
    outcome.take(task, best_columns)
    return outcome


def nothing(task: Task) -> Column:
    """Return the column of an attribute that was not found on any page."""
    return [[] for _ in task.apply]


def as_shown(page: Page, value: str, fold: Callable[[str], str]) -> str:
    """Return a true value as the page spells it; as it is, if the page shows it nowhere."""
    wanted = fold(value)
    for element in page.root.iter("*"):
        for text in (text_of(element), *texts_in(element), *map(str, element.attrib.values())):
            if len(text) < 2 * len(value) + 20 and fold(text) == wanted:
                return text
    return plain(value)


def field_names(bundles: Sequence[Bundle], around: str = "") -> Iterator[str]:
    """Yield the names of all fields with their bundles', in the wrapper's order."""
    for bundle in bundles:
        name = f"{around}{bundle.name}"
        yield from (f"{name}.{part.name}" for part in bundle.fields)
        yield from field_names(bundle.bundles, f"{name}.")


def _columns(
    task: Task, induce: Callable[[Sequence[Page]], Wrapper], outcome: Outcome
) -> dict[str, Column]:
    """Learn and extract; give the texts of each field on each page."""
    pages = [parse_page(task.url(i), task.files[i].read_bytes()) for i in task.learn]
    began = time.perf_counter()
    wrapper = outcome.wrapper = induce(pages)
    outcome.learn_seconds = time.perf_counter() - began
    columns: dict[str, Column] = {name: [] for name in field_names(wrapper.bundles)}
    bodies = [(task.url(i), task.files[i].read_bytes()) for i in task.apply]
    extractor = Extractor(wrapper)
    began = time.perf_counter()
    extractions = [extractor.extract(parse_page(url, body)) for url, body in bodies]
    outcome.pages_per_second = len(bodies) / max(1e-9, time.perf_counter() - began)
    for extraction in extractions:
        for column in columns.values():
            column.append([])
        for record in extraction.records:
            _add(record, "", columns)
    return columns


def _add(record: Record, around: str, columns: dict[str, Column]) -> None:
    name = f"{around}{record.bundle}"
    for key, values in record.fields.items():
        columns[f"{name}.{key}"][-1].extend(value.text for value in values if not value.misfit)
    for inner in record.nested:
        _add(inner, f"{name}.", columns)


def _truth(task: Task, name: str) -> list[tuple[str, ...]]:
    return [task.truth[name][i] for i in task.apply]
