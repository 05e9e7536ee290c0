"""Dates: only what a text states in full, never a guess."""

import pytest

from pagekin.values import PageContext, Reading, read


def _value(kind, text, language="", url="", **attributes):
    tag = "time" if "datetime" in attributes else ""
    return read(kind, Reading(text, tag, attributes, PageContext(url, language)))


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2010-05-12", "2010-05-12"),
        ("2010/5/12", "2010-05-12"),
        ("2010.05.12.", "2010-05-12"),
        ("12 May 2010", "2010-05-12"),
        ("12 may 2010", "2010-05-12"),
        ("12 MAY 2010", "2010-05-12"),
        ("May 12, 2010", "2010-05-12"),
        ("May 12 2010", "2010-05-12"),
        ("May 12th, 2010", "2010-05-12"),
        ("12th of May, 2010", "2010-05-12"),
        ("Wed, 12 May 2010", "2010-05-12"),
        ("Wednesday, May 12, 2010", "2010-05-12"),
        ("Sept. 3, 2010", "2010-09-03"),
        ("13-Jun-2000", "2000-06-13"),
        ("12/May/2010", "2010-05-12"),
        ("25/12/2010", "2010-12-25"),
        ("12/25/2010", "2010-12-25"),
        ("11-30-2010", "2010-11-30"),
        ("11-11-2010", "2010-11-11"),
        ("12.05.2010", "2010-05-12"),
        ("12. 5. 2010", "2010-05-12"),
        ("12. Mai 2010", "2010-05-12"),
        ("1. März 2010", "2010-03-01"),
        ("1. Jänner 2010", "2010-01-01"),
        ("1er mai 2010", "2010-05-01"),
        ("12 août 2010", "2010-08-12"),
        ("12 de mayo de 2010", "2010-05-12"),
        ("12 de março de 2010", "2010-03-12"),
        ("12 maggio 2010", "2010-05-12"),
        ("12 mei 2010", "2010-05-12"),
        ("12 maj 2010", "2010-05-12"),
        ("12. května 2010", "2010-05-12"),
        ("12 maja 2010", "2010-05-12"),
        ("12 мая 2010 г.", "2010-05-12"),
        ("12 травня 2010", "2010-05-12"),
        ("12 Mayıs 2010", "2010-05-12"),
        ("2010. május 12.", "2010-05-12"),
        ("12 Μαΐου 2010", "2010-05-12"),
        ("2010年5月12日", "2010-05-12"),
        ("2010. 5. 12.", "2010-05-12"),
        ("12 tháng 5, 2010", "2010-05-12"),
        ("12 במאי 2010", "2010-05-12"),
        ("2010 m. gegužės 12 d.", "2010-05-12"),
        ("2010년 5월 12일", "2010-05-12"),
        ("١٢ مايو ٢٠١٠", "2010-05-12"),
        ("12 मई 2010", "2010-05-12"),
        ("May 2010", "2010-05"),
        ("Mai 2010", "2010-05"),
        ("2010-05", "2010-05"),
        ("2010年5月", "2010-05"),
        ("Pub. Date: May 2010", "2010-05"),
        (": November 2008", "2008-11"),
        ("Posted: December 4, 2010", "2010-12-04"),
        ("Date Posted: 05/20/2011", "2011-05-20"),
        ("Penguin Books (December 31, 2002)", "2002-12-31"),
        ("2010-03-04 04:47:11", "2010-03-04"),
        ("29 February 2012", "2012-02-29"),
    ],
)
def test_a_full_date_is_read_in_any_format(text, date):
    assert _value("date", text).attributes == {"date": date}


@pytest.mark.parametrize(
    ("language", "url", "date"),
    [
        ("en-US", "", "2020-03-04"),
        ("en-GB", "", "2020-04-03"),
        ("de", "", "2020-04-03"),
        ("fr", "", "2020-04-03"),
        ("", "https://shop.co.uk/", "2020-04-03"),
        ("en", "https://shop.com/us/", "2020-03-04"),
        ("en", "https://shop.com.au/", "2020-04-03"),
    ],
)
def test_the_page_tells_which_of_two_small_numbers_is_the_day(language, url, date):
    assert _value("date", "03/04/2020", language, url).attributes == {"date": date}


@pytest.mark.parametrize("language", ["", "en", "en-CA", "ja"])
def test_03_04_2020_is_no_date_where_the_page_does_not_say(language):
    value = _value("date", "03/04/2020", language)
    assert (
        value.misfit
        == "2020-04-03 or 2020-03-04: the page does not say whether the day comes first"
    )


def test_points_between_numbers_put_the_day_first_except_in_america():
    assert _value("date", "03.04.2020").attributes == {"date": "2020-04-03"}
    assert _value("date", "03.04.2020", "en-US").misfit


def test_a_field_that_showed_its_order_needs_no_page_for_it():
    assert _value("date_mdy", "03/04/2020").attributes == {"date": "2020-03-04"}
    assert _value("date_dmy", "03/04/2020").attributes == {"date": "2020-04-03"}


@pytest.mark.parametrize(
    "text",
    ["", "May", "May 12", "12 May", "2010", "today", "yesterday", "3 days ago", "Monday", "12/05/10", "12-Jan-10", "31.02.2010",
     "30 February 2012", "29 February 2011", "13/13/2010", "2010-13-01", "2010-00-10", "12 Mao 2010", "9780393041576",
     "12 Monkeys 1995", "555-1234", "1.2.3", "12.05.", "1402/05/12", "12 พฤษภาคม 2553", "令和2年5月12日", "2010/5", "2010-11", "2009-10 season",
     "May 12, 2010 - June 3, 2010", "12-14 May 2010 or 13 May 2010", "Chapter 5, 2010 words", "x" * 500],
)  # fmt: skip
def test_what_is_not_stated_in_full_is_no_date(text):
    value = _value("date", text)
    assert value.misfit
    assert not value.attributes


def test_listopad_depends_on_the_language():
    assert _value("date", "12 listopada 2010", "pl").attributes == {"date": "2010-11-12"}
    assert _value("date", "12. listopada 2010", "hr").attributes == {"date": "2010-10-12"}
    assert _value("date", "12 listopada 2010").misfit


def test_the_machine_readable_attribute_of_a_time_element_counts_first():
    assert _value("date", "3 days ago", datetime="2010-05-12T10:00:00Z").attributes == {
        "date": "2010-05-12"
    }
    assert _value("datetime", "3 days ago", datetime="2010-05-12T10:00:00Z").attributes == {
        "datetime": "2010-05-12T10:00:00Z"
    }
    assert _value("date", "12 May 2010", datetime="not a date").attributes == {"date": "2010-05-12"}


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2010-03-04 04:47:11", "2010-03-04T04:47:11"),
        ("2010-03-04T04:47:11Z", "2010-03-04T04:47:11Z"),
        ("2010-03-04T04:47:11.123+0200", "2010-03-04T04:47:11+02:00"),
        ("Wed, 12 May 2010 14:30:00 GMT", "2010-05-12T14:30:00Z"),
        ("May 12, 2010 at 2:30 PM", "2010-05-12T14:30"),
        ("May 12, 2010, 12:05 am", "2010-05-12T00:05"),
        ("12.05.2010, 14:30 Uhr", "2010-05-12T14:30"),
        ("12.05.2010 14.30 Uhr", "2010-05-12T14:30"),
        ("14:30, 12 May 2010", "2010-05-12T14:30"),
        ("12 mai 2010 à 14h30", "2010-05-12T14:30"),
    ],
)
def test_a_datetime_has_day_and_time(text, moment):
    assert _value("datetime", text).attributes == {"datetime": moment}


@pytest.mark.parametrize(
    "text",
    ["2010-03-04", "14:30", "May 2010 14:30", "2010-03-04 25:00", "12 May 2010 9:00 - 17:00"],
)
def test_a_datetime_without_one_day_and_one_time_is_none(text):
    assert _value("datetime", text).misfit


@pytest.mark.parametrize(
    ("text", "time"),
    [("14:30", "14:30"), ("2:30 pm", "14:30"), ("2 p.m.", "14:00"), ("12 am", "00:00"), ("14:30:05", "14:30:05"), ("14.30 Uhr", "14:30"), ("Start: 9:05", "09:05")],
)  # fmt: skip
def test_a_time_of_day_is_read(text, time):
    assert _value("time", text).attributes == {"time": time}


@pytest.mark.parametrize(
    "text", ["25:00", "14:60", "14.30", "13 pm", "14", "1:2", "14:30 and 15:30", "4:3"]
)
def test_other_numbers_are_no_time_of_day(text):
    assert _value("time", text).misfit


@pytest.mark.parametrize(
    ("zone", "iso"),
    [
        ("UTC", "Z"), ("GMT", "Z"), (" +0530", "+05:30"), ("CEST", "+02:00"), ("(CET)", "+01:00"), ("MESZ", "+02:00"), ("EDT", "-04:00"),
        ("PST", "-08:00"), ("ACST", "+09:30"), ("NZDT", "+13:00"),
        ("IST", ""),  # of India, Ireland or Israel
        ("CST", ""),  # of America or China
        ("ESTIMATED", ""),
    ],
)  # fmt: skip
def test_a_zone_by_name_counts_if_it_is_one_only(zone, iso):
    value = _value("datetime", f"12 May 2010 14:30 {zone}")
    assert value.attributes["datetime"] == f"2010-05-12T14:30{iso}"
