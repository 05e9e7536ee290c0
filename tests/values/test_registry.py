"""The registry: pagekin's own types, and those that other packages add."""

import re
import sys
from pathlib import Path

import pytest

from pagekin.errors import UsageError
from pagekin.values import Reading, infer_type, read, registry, type_named, type_names

_GOOD = """
from pagekin.values import Misfit, Rank, ValueType

class Colour(ValueType):
    name = "colour"
    attributes = ("hex",)
    rank = Rank.SPECIFIC

    def read(self, reading):
        return {"hex": reading.text} if reading.text.startswith("#") else Misfit("no colour")
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Give a function that installs a package with a type, as pip would lay it out."""

    def _install(source, value, name="colour"):
        (tmp_path / "paint.py").write_text(source, encoding="utf-8")
        info = tmp_path / "paint-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: paint\nVersion: 1.0\n", encoding="utf-8"
        )
        (info / "entry_points.txt").write_text(
            f"[pagekin.value_types]\n{name} = {value}\n", encoding="utf-8"
        )
        monkeypatch.syspath_prepend(tmp_path)
        _forget()

    yield _install
    sys.modules.pop("paint", None)
    _forget()


def _forget():
    for known in (registry._own, registry._foreign, registry._types, registry.inference_order):
        known.cache_clear()


def test_every_type_of_the_contract_is_there():
    wanted = [
        "text",
        "long_text",
        "integer",
        "number",
        "price",
        "unit_price",
        "quantity",
        "date",
        "time",
        "datetime",
        "duration",
        "percentage",
        "rating",
        "availability",
        "boolean",
        "image",
        "link",
        "meta",
        "phone",
        "email",
        "identifier",
    ]
    assert set(wanted) <= set(type_names())


def test_every_type_has_its_own_name_and_names_its_attributes():
    for name in type_names():
        kind = type_named(name)
        assert kind.name == name
        assert isinstance(kind.attributes, tuple)


def test_an_unknown_type_is_an_error_that_names_the_known_ones():
    with pytest.raises(
        UsageError, match=r"no value type is called 'colour'; there are: image, .*price"
    ):
        type_named("colour")


def test_a_value_keeps_its_text_and_the_reason_why_it_has_no_attributes():
    value = read("integer", Reading("many"))
    assert (value.text, value.type, dict(value.attributes)) == ("many", "integer", {})
    assert value.misfit == "'many' is not just a number"


def test_another_package_adds_a_type(install):
    install(_GOOD, "paint:Colour")
    assert type_names()[-1] == "colour"
    assert read("colour", Reading("#fff")).attributes == {"hex": "#fff"}
    assert read("colour", Reading("red")).misfit == "no colour"


def test_a_type_of_another_package_is_inferred_if_it_has_a_rank(install):
    install(_GOOD, "paint:Colour")
    assert infer_type([Reading("#fff"), Reading("#000")]) == "colour"
    assert infer_type([Reading("1"), Reading("2")]) == "integer"


def test_a_type_without_rank_is_used_only_where_it_is_asked_for(install):
    install(_GOOD.replace("    rank = Rank.SPECIFIC\n", ""), "paint:Colour")
    assert infer_type([Reading("#fff"), Reading("#000")]) == "text"
    assert read("colour", Reading("#fff")).misfit is None


def test_of_the_same_rank_types_of_other_packages_come_first(install):
    install(_GOOD.replace('startswith("#")', 'startswith("$")'), "paint:Colour")
    assert infer_type([Reading("$5"), Reading("$6")]) == "colour"


def test_an_instance_will_do_as_well_as_a_class(install):
    install(_GOOD + "\nCOLOUR = Colour()\n", "paint:COLOUR")
    assert read("colour", Reading("#fff")).attributes == {"hex": "#fff"}


def test_the_type_that_the_documentation_shows_works(install):
    page = Path(__file__).parents[2] / "docs" / "value-types.md"
    [source] = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    install(source, "paint:ColourType")
    value = read("colour", Reading("#ff0080"))
    assert value.attributes == {"red": 255, "green": 0, "blue": 128}
    assert infer_type([Reading("#ff0080"), Reading("#000000")]) == "colour"


@pytest.mark.parametrize(
    ("source", "value", "name", "message"),
    [
        ("1 / 0", "paint:Colour", "colour", r"'colour' of the package paint cannot be loaded: ZeroDivisionError"),
        ("", "paint:Colour", "colour", r"'colour' of the package paint cannot be loaded: AttributeError"),
        ("import nowhere_at_all", "paint:Colour", "colour", r"package paint cannot be loaded: ModuleNotFoundError"),
        ("Colour = 5", "paint:Colour", "colour", r"the package paint offers paint:Colour as value type 'colour'"),
        (_GOOD, "paint:Colour", "color", r"the package paint offers paint:Colour as value type 'color'"),
        (_GOOD.replace('("hex",)', '"hex"'), "paint:Colour", "colour", r"package paint does not name its attributes"),
        (_GOOD.replace("(ValueType)", ""), "paint:Colour", "colour", r"as value type 'colour', but that is no pagekin.values.ValueType"),
        (_GOOD.replace('"colour"', '"price"'), "paint:Colour", "price", r"'price' of the package paint has the name of another one"),
    ],
)  # fmt: skip
def test_a_broken_type_is_an_error_that_names_its_package(install, source, value, name, message):
    install(source, value, name)
    with pytest.raises(UsageError, match=message):
        type_names()
