"""The faults that mutation runs put into the code."""

import ast
from pathlib import Path

import pytest
from bench.mutate import faults
from bench.mutate.named_faults import NAMED_FAULTS
from bench.mutate.own_folder import OwnFolder

SOURCE = '''"""A module."""
import logging

_log = logging.getLogger(__name__)
LIMIT = 100


def price(text: str, most: int = 2) -> float | None:
    """Return a price."""
    assert text
    _log.info("%d", 1 + 2)
    if (
        len(text) > most
        and text
    ):
        return None
    note(text)
    return 1.5


def is_here() -> bool:
    return False


class Price:
    def __repr__(self) -> str:
        return "a price"
'''


@pytest.fixture
def found(tmp_path, monkeypatch):
    monkeypatch.setattr(faults, "SOURCE", tmp_path)
    (tmp_path / "module.py").write_text(SOURCE)
    return list(faults.faults_in(Path("module.py")))


def test_faults_are_conditions_values_results_and_calls(found):
    assert {(fault.line, fault.what) for fault in found} == {
        (5, "constant"),
        (8, "constant"),
        (13, "comparison"),
        (13, "and/or"),
        (13, "condition left out"),
        (13, "condition"),
        (17, "call left out"),
        (18, "result dropped"),
        (18, "constant"),
        (22, "constant"),
    }


def test_a_file_with_a_fault_is_still_python_and_differs(found):
    for fault in found:
        faulty = fault.applied(SOURCE.encode())
        assert ast.dump(ast.parse(faulty)) != ast.dump(ast.parse(SOURCE)), fault


def test_a_fault_knows_the_lines_of_its_statement_unless_it_is_run_at_loading(found):
    lines = {fault.line: fault.lines for fault in found}
    assert lines == {5: (), 8: (), 13: (12, 13, 14, 15), 17: (17,), 18: (18,), 22: (22,)}


@pytest.mark.parametrize("named", NAMED_FAULTS, ids=lambda named: named.harm)
def test_each_named_fault_has_its_place_in_the_source(named):
    fault = named.fault()
    assert fault, f"{named.file} has changed: say where this fault is now"
    ast.parse(fault.applied((faults.SOURCE / fault.file).read_bytes()))


def test_what_faulty_code_writes_wherever_it_is_does_not_reach_the_repository(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(Path.cwd())  # and back
    OwnFolder(tmp_path / "own" / "folder").pytest_collection_finish()
    assert Path.cwd() == tmp_path / "own" / "folder"
