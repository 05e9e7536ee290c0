"""Faults in modules that are loaded: whoever has the function has the fault, and nothing else changes."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from bench.mutate import faults
from bench.mutate.code_swap import swap_in

SOURCE = '''"""A module."""
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property

LIMIT = 30


def plain(most=31):
    return most + 32


def around():
    def inner():
        return 33
    return inner


@cache
def kept():
    return 34


@contextmanager
def lasting():
    yield 35


@dataclass(frozen=True, slots=True)
class Shape:
    sides: int = 36

    @property
    def size(self):
        return 37

    @staticmethod
    def alone():
        return 38

    @classmethod
    def made(cls):
        return 39

    def __hidden(self):
        return 40

    def shown(self):
        return self.__hidden()


class Thing:
    @cached_property
    def number(self):
        return 41
'''


@pytest.fixture
def module(tmp_path, monkeypatch):
    file = tmp_path / "made_up.py"
    file.write_text(SOURCE)
    spec = spec_from_file_location("pagekin.made_up", file)
    loaded = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "pagekin.made_up", loaded)
    monkeypatch.setattr(faults, "SOURCE", tmp_path)
    spec.loader.exec_module(loaded)
    return loaded


def swapped(number):
    """Double a number of the module, and return whether that could be done."""
    was = SOURCE.encode().index(f"{number}".encode())
    found = (fault for fault in faults.faults_in(Path("made_up.py")) if fault.start == was)
    return swap_in(next(found), SOURCE.encode())


def within(module):
    with module.lasting() as number:
        return number


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (32, lambda module: module.plain() - 31),
        (33, lambda module: module.around()()),
        (34, lambda module: module.kept()),
        (35, within),
        (37, lambda module: module.Shape().size),
        (38, lambda module: module.Shape.alone()),
        (39, lambda module: module.Shape.made()),
        (40, lambda module: module.Shape().shown()),
        (41, lambda module: module.Thing().number),
    ],
)
def test_a_function_that_is_loaded_gets_the_fault(module, number, told):
    assert swapped(number)
    assert told(module) == 2 * number


def test_whoever_has_imported_the_function_has_the_faulty_one(module):
    imported = module.plain
    assert swapped(32)
    assert imported(0) == 64


@pytest.mark.parametrize("number", [30, 31, 36])
def test_what_is_computed_when_the_module_is_loaded_cannot_be_changed_later(module, number):
    assert not swapped(number)
    assert (module.LIMIT, module.plain(), module.Shape().sides) == (30, 63, 36)


def test_a_module_that_is_not_loaded_will_come_with_the_fault(module, monkeypatch):
    monkeypatch.delitem(sys.modules, "pagekin.made_up")
    assert swapped(32)
    assert module.plain() == 63
