"""The tables from CLDR are what tools/generate_tables.py makes of the installed Babel."""

import importlib.util
from pathlib import Path

import babel
import pytest

from pagekin.values.locale import country_table
from pagekin.values.money import currency_table
from pagekin.values.times import month_table

_SCRIPT = Path(__file__).parents[2] / "tools" / "generate_tables.py"
_TABLES = {
    "locale/country_table.py": country_table,
    "money/currency_table.py": currency_table,
    "times/month_table.py": month_table,
}


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("generate_tables", _SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_is_no_other_table(script):
    assert set(script.TABLES) == set(_TABLES)


@pytest.mark.parametrize("file", _TABLES)
def test_a_table_is_what_the_script_writes(script, file):
    if babel.__version__ != _TABLES[file].BABEL:
        pytest.skip("another version of Babel than the one that the table was made with")
    assert (script.VALUES / file).read_text(encoding="utf-8") == script.content(file)


@pytest.mark.parametrize("file", _TABLES)
def test_with_another_babel_nothing_of_a_table_gets_lost(script, file):
    """What a new version of CLDR changes is little; that most lines stay shows that the script works."""
    kept = set(_TABLES[file].TABLE.splitlines())
    made = set(script.TABLES[file][1]())
    assert len(kept & made) >= 0.7 * len(kept)
    assert {line.split()[0] for line in kept} <= {line.split()[0] for line in made}


def test_every_language_has_twelve_months_and_each_a_name():
    for line in month_table.TABLE.splitlines():
        language, *months = line.split(" ")
        assert len(months) == 12, language
        assert all(name for month in months for name in month.split(",")), language


def test_every_country_has_currencies_an_order_of_dates_and_a_language():
    codes = {line.split()[0] for line in currency_table.TABLE.splitlines()}
    for line in country_table.TABLE.splitlines():
        country, currencies, order, *languages = line.split(" ")
        assert set(currencies.split("/")) <= codes, country
        assert order in {"dmy", "mdy", "ymd"}, country
        assert languages, country
        assert all(language[-1] in ".,?" for language in languages), country


def test_known_lines():
    assert "DE EUR dmy de," in country_table.TABLE.splitlines()
    assert "US USD mdy en. es." in country_table.TABLE.splitlines()
    assert "PLN 2 zł" in currency_table.TABLE.splitlines()
    assert "KWD 3 د.ك." in currency_table.TABLE.splitlines()
    assert "listopada,lis,listopad" in month_table.TABLE
