"""The subset of XPath that wrappers may use: small enough that no path can keep a machine busy."""

import re
from dataclasses import dataclass
from enum import Enum, auto

MAX_LENGTH = 4000
MAX_STEPS = 200
MAX_WIDE_STEPS = 4
MAX_ALTERNATIVES = 8
MAX_PREDICATES = 4  # of one step
MAX_COSTLY_PREDICATES = 5  # of one path
_MAX_NESTING = 3  # of conditions inside conditions
_MAX_OPEN = 20
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<string>"[^"]*"|'[^']*')
    | (?P<number>\d{1,9}(?![\w.]))
    | (?P<axis>[a-z]+(?:-[a-z]+)*)\s*::
    | (?P<function>[a-z]+(?:-[a-z]+)*)\s*(?=\()
    | (?P<name>[^\W\d][\w.-]*(?::[^\W\d][\w.-]*)?)
    | (?P<symbol>//|\.\.|!=|<=|>=|[][()/.@*|,=<>+-])
    )""",
    re.VERBOSE,
)
_TEXT_STEP = re.compile(r"(?:[a-z-]+\s*::\s*)?(?:text|node)\s*\(")
_NUMBERED = re.compile(r"^[a-z-]+\s*::\s*[^\[\]]+\[\s*\d+\s*\]")
_NARROW_AXES = frozenset({"child", "self", "attribute", "parent"})
_WIDE_AXES = frozenset(
    {
        "descendant",
        "descendant-or-self",
        "ancestor",
        "ancestor-or-self",
        "following-sibling",
        "preceding-sibling",
    }
)
_NODE_TESTS = frozenset({"text", "node"})
# Each function with its least and greatest number of arguments.
_FUNCTIONS = {
    "position": (0, 0),
    "last": (0, 0),
    "count": (1, 1),
    "contains": (2, 2),
    "starts-with": (2, 2),
    "normalize-space": (0, 1),
    "string": (0, 1),
    "string-length": (0, 1),
    "not": (1, 1),
    "concat": (2, 8),
}
_OPERATORS = frozenset({"and", "or", "mod"})
_COMPARISONS = frozenset({"=", "!=", "<", ">", "<=", ">="})


class PathError(ValueError):
    """A path that wrappers may not use; the message says why."""


class Reach(Enum):
    """How far a step looks."""

    NARROW = auto()  # to children, parent or attributes
    WIDE = auto()  # to all descendants, ancestors or siblings


@dataclass(frozen=True, slots=True)
class XPathStep:
    """A step of a path as written, without the slashes in front of it."""

    text: str
    reach: Reach
    below: bool  # "//" stands in front of it
    unfiltered: str  # the step without its costly predicates; equals `text` if it has none

    @property
    def may_be_text(self) -> bool:
        """Whether the step may lead to texts, from which lxml cannot take another step."""
        return bool(_TEXT_STEP.match(self.text))


@dataclass(frozen=True, slots=True)
class PathOutline:
    """A checked path: its steps, where it starts, and which of the nodes found is meant."""

    steps: tuple[XPathStep, ...]
    absolute: bool
    nth: int | None = None  # of "(path)[2]/rest"
    rest: tuple[XPathStep, ...] = ()


def outlines(path: str) -> list[PathOutline]:
    """Parse a path into its alternatives (`a | b`); raise `PathError` if wrappers may not use it."""
    if len(path) > MAX_LENGTH:
        raise PathError(f"longer than {MAX_LENGTH} characters")
    return _Parser(path).whole()


class _Parser:
    """A recursive-descent parser for one path."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._tokens = _tokens(path)
        self._at = 0
        self._costly = 0
        self._open = 0

    def whole(self) -> list[PathOutline]:
        alternatives = [self._alternative()]
        while self._take("|"):
            alternatives.append(self._alternative())
        if self._at < len(self._tokens):
            raise PathError(f"{self._token[1]!r} is not expected in {self._path!r}")
        if len(alternatives) > MAX_ALTERNATIVES:
            raise PathError(f"more than {MAX_ALTERNATIVES} alternatives")
        if self._costly > MAX_COSTLY_PREDICATES:
            raise PathError(f"more than {MAX_COSTLY_PREDICATES} conditions with wide steps")
        return alternatives

    def _alternative(self) -> PathOutline:
        nth = None
        rest: list[XPathStep] = []
        if self._take("("):
            steps, absolute = self._outer_steps()
            self._expect(")")
            self._expect("[")
            nth = self._number()
            self._expect("]")
            rest = self._further_steps()
        else:
            steps, absolute = self._outer_steps()
        if len(steps) + len(rest) > MAX_STEPS:
            raise PathError(f"more than {MAX_STEPS} steps")
        wide = sum((step.reach is Reach.WIDE) + step.below for step in [*steps, *rest])
        if wide > MAX_WIDE_STEPS:
            raise PathError(
                f"more than {MAX_WIDE_STEPS} steps to all descendants, ancestors or siblings"
            )
        return PathOutline(tuple(steps), absolute, nth, tuple(rest))

    @property
    def _token(self) -> tuple[str, str, int, int]:
        if self._at < len(self._tokens):
            return self._tokens[self._at]
        return "end", "", len(self._path), len(self._path)

    def _take(self, symbol: str) -> bool:
        kind, text, _, _ = self._token
        if kind == "symbol" and text == symbol:
            self._at += 1
            return True
        return False

    def _expect(self, symbol: str) -> None:
        if not self._take(symbol):
            found = self._token[1] or "the end"
            raise PathError(f"{symbol!r} is missing before {found!r} in {self._path!r}")

    def _number(self) -> int:
        kind, text, _, _ = self._token
        if kind != "number":
            raise PathError(f"a number is missing before {text or 'the end'!r}")
        self._at += 1
        return int(text)

    def _outer_steps(self) -> tuple[list[XPathStep], bool]:
        below, absolute = False, False
        if self._take("//"):
            below = absolute = True
        elif self._take("/"):
            absolute = True
        return [self._outer_step(below=below), *self._further_steps()], absolute

    def _further_steps(self) -> list[XPathStep]:
        steps: list[XPathStep] = []
        while True:
            if self._take("//"):
                steps.append(self._outer_step(below=True))
            elif self._take("/"):
                steps.append(self._outer_step(below=False))
            else:
                return steps

    def _outer_step(self, *, below: bool) -> XPathStep:
        start = self._token[2]
        wide = self._step_head()
        plain, unfiltered = self._end(), ""
        costly_before = self._costly
        predicates = 0
        while self._take("["):
            predicates += 1
            if predicates > MAX_PREDICATES:
                raise PathError(f"a step has more than {MAX_PREDICATES} conditions")
            self._expression(1)
            self._expect("]")
            if not unfiltered and self._costly > costly_before:
                unfiltered = self._path[start:plain]
            plain = self._end()
        text = self._path[start : self._end()]
        if text.startswith("preceding-sibling") and not _NUMBERED.search(text):
            # libxml2 sorts all of them into document order, which takes quadratic time.
            raise PathError("preceding siblings need a number: preceding-sibling::td[1]")
        return XPathStep(text, Reach.WIDE if wide else Reach.NARROW, below, unfiltered or text)

    def _end(self) -> int:
        return self._tokens[self._at - 1][3]

    def _step_head(self) -> bool:
        """Read a step up to its predicates; return whether it is a wide one."""
        if self._take(".") or self._take(".."):
            return False
        kind, text, _, _ = self._token
        wide = False
        if self._take("@"):
            pass
        elif kind == "axis":
            self._at += 1
            if text not in _NARROW_AXES | _WIDE_AXES:
                raise PathError(f"the axis {text!r} is not known")
            wide = text in _WIDE_AXES
        self._node_test()
        return wide

    def _node_test(self) -> None:
        kind, text, _, _ = self._token
        if self._take("*"):
            return
        self._at += 1
        if kind == "name" and ":" not in text:
            return
        if kind == "function" and text in _NODE_TESTS:
            self._expect("(")
            self._expect(")")
            return
        raise PathError(f"{text or 'the end'!r} is not a step of a path")

    def _expression(self, depth: int) -> None:
        if depth > _MAX_NESTING:
            raise PathError("conditions are nested too deeply")
        self._comparison(depth)
        while self._token[0] == "name" and self._token[1] in {"and", "or"}:
            self._at += 1
            self._comparison(depth)

    def _comparison(self, depth: int) -> None:
        self._sum(depth)
        while self._token[0] == "symbol" and self._token[1] in _COMPARISONS:
            self._at += 1
            self._sum(depth)

    def _sum(self, depth: int) -> None:
        self._operand(depth)
        while self._token[1] in {"+", "-", "mod"} and self._token[0] in {"symbol", "name"}:
            self._at += 1
            self._operand(depth)

    def _operand(self, depth: int) -> None:
        kind, text, _, _ = self._token
        if kind in {"string", "number"}:
            self._at += 1
        elif self._take("("):
            self._open_bracket()
            self._expression(depth)
            self._expect(")")
            self._open -= 1
        elif kind == "function" and text not in _NODE_TESTS:
            self._call(text, depth)
        else:
            self._inner_path(depth)

    def _open_bracket(self) -> None:
        self._open += 1
        if self._open > _MAX_OPEN:
            raise PathError(f"more than {_MAX_OPEN} brackets inside each other")

    def _call(self, name: str, depth: int) -> None:
        if name not in _FUNCTIONS:
            raise PathError(
                f"the function {name}() is not known; there are {', '.join(_FUNCTIONS)}"
            )
        self._at += 1
        self._expect("(")
        self._open_bracket()
        arguments = 0
        while not self._take(")"):
            if arguments:
                self._expect(",")
            self._expression(depth)
            arguments += 1
        self._open -= 1
        least, most = _FUNCTIONS[name]
        if not least <= arguments <= most:
            raise PathError(f"{name}() has {arguments} arguments")

    def _inner_path(self, depth: int) -> None:
        """Read a path inside a condition, which must be relative; wide steps are counted."""
        while True:
            head = self._token[1]
            if self._step_head() or head in {"..", "parent"}:
                self._look_around(depth)
            predicates = 0
            while self._take("["):
                predicates += 1
                if predicates > MAX_PREDICATES:
                    raise PathError(f"a step has more than {MAX_PREDICATES} conditions")
                self._expression(depth + 1)
                self._expect("]")
            if self._take("//"):
                self._look_around(depth)
            elif not self._take("/"):
                return

    def _look_around(self, depth: int) -> None:
        self._costly += 1
        if depth > 1:
            raise PathError("a condition inside a condition has a wide step")


def _tokens(path: str) -> list[tuple[str, str, int, int]]:
    """Return the kind, text, start and end of each token."""
    tokens = []
    at, end = 0, len(path.rstrip())
    while at < end:
        match = _TOKEN.match(path, at)
        if match is None or match.lastgroup is None:
            raise PathError(f"{path[at : at + 20]!r} cannot be read in {path!r}")
        kind = match.lastgroup
        text = match[kind]
        is_operator = kind == "function" and text in _OPERATORS
        tokens.append(("name" if is_operator else kind, text, match.start(kind), match.end()))
        at = match.end()
    return tokens
