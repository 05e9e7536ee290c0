"""A new value type is one module and one line in the registry: everything else follows from them."""

import csv

import pytest

import pagekin.values
from pagekin.output import Destination, open_output
from pagekin.output.layout import Layout
from pagekin.values import Reading, Value, comparable, infer_type, read, registry
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

_MODULE = '''
"""Type temperature."""

import re

from pagekin.values.plain import word_set
from pagekin.values.value import Misfit
from pagekin.values.value_type import Rank, ValueType

_TEMPERATURE = re.compile(r"(-?[0-9]+) degrees (Celsius|Fahrenheit)|(-?[0-9]+) deg")


class TemperatureType(ValueType):
    """How warm it is."""

    name = "temperature"
    attributes = ("degrees", "scale")
    rank = Rank.SPECIFIC
    hint_words = word_set("temperature temp")
    number = "degrees"
    unit = "scale"

    def read(self, reading):
        found = _TEMPERATURE.fullmatch(reading.text)
        if not found:
            return Misfit("no temperature")
        if found[3]:
            return {"degrees": float(found[3])}
        return {"degrees": float(found[1]), "scale": found[2]}

    def looks_like(self, reading, *, named):
        found = self.attributes_of(reading)
        return found is not None and (named or "scale" in found)
'''


@pytest.fixture
def temperature(tmp_path, monkeypatch):
    (tmp_path / "temperature.py").write_text(_MODULE, encoding="utf-8")
    monkeypatch.setattr(pagekin.values, "__path__", [*pagekin.values.__path__, str(tmp_path)])
    line = "temperature:TemperatureType"
    monkeypatch.setattr(registry, "OWN_TYPES", (*registry.OWN_TYPES, line))
    _forget()
    yield
    _forget()


def _forget():
    for known in (registry._own, registry._foreign, registry._types, registry.inference_order):
        known.cache_clear()


pytestmark = pytest.mark.usefixtures("temperature")


def _inferred(*texts, name=""):
    return infer_type([Reading(text) for text in texts], name)


def test_it_is_inferred_by_its_looks():
    assert _inferred("20 degrees Celsius", "-3 degrees Celsius") == "temperature"
    assert _inferred("20 deg", "12 pieces of cake") == "text"


def test_it_is_inferred_by_the_words_of_the_fields_name():
    assert _inferred("20 deg", "-3 deg", name="Outside temp") == "temperature"
    assert _inferred("20 deg", "-3 deg", name="turn") == "quantity"


def test_it_is_parsed():
    value = read("temperature", Reading("-3 degrees Celsius"))
    assert value.attributes == {"degrees": -3.0, "scale": "Celsius"}
    assert read("temperature", Reading("warm")).misfit == "no temperature"


def test_it_is_compared_by_its_number_and_unit():
    assert comparable(read("temperature", Reading("20 degrees Celsius"))) == (20.0, "Celsius")
    assert comparable(read("temperature", Reading("20 deg"))) == (20.0, None)
    assert comparable(read("temperature", Reading("warm"))) == (None, None)


def test_it_is_written_with_a_column_for_each_attribute(tmp_path):
    wrapper = Wrapper((Bundle("page", (Field("outside", "temperature", ()),)),))
    file = tmp_path / "out.csv"
    destination = Destination.parse(str(file), layout=Layout(attributes=True))
    with open_output(destination, wrapper) as output:
        value = read("temperature", Reading("20 degrees Celsius"))
        output.write("http://h/", Record("page", 0, {"outside": (value,)}))
    header, row = csv.reader(file.read_text(encoding="utf-8-sig").splitlines())
    assert header == ["url", "outside", "outside.degrees", "outside.scale"]
    assert row == ["http://h/", "20 degrees Celsius", "20", "Celsius"]


def test_a_value_whose_type_is_not_known_any_more_has_no_number():
    assert comparable(Value("5 apples", "fruit", {"number": 5})) == (None, None)
