"""The extraction benchmark: how values are compared, counted and shown."""

import json
import sys

import pytest
from bench.extraction import rival_worker
from bench.extraction.methods import Outcome, as_shown, by_example, by_itself
from bench.extraction.rivals import rival
from bench.extraction.rows import line, rows_of, summary
from bench.extraction.scoring import FieldScore, field_score, folded, page_score, plain
from bench.extraction.side_by_side import missed, table
from bench.extraction.tasks import captures_tasks, swde_tasks
from bench.floors import check, update

from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper


@pytest.fixture
def corpus(tmp_path):
    """Three sites of SWDE's form: 45 pages, a name on all of them, a price on most."""
    truth = tmp_path / "swde" / "shop" / "groundtruth"
    truth.mkdir(parents=True)
    for site in ("shop-a", "shop-b", "shop-c"):
        pages = tmp_path / "swde" / "shop" / site
        pages.mkdir()
        names, prices = [], []
        for i in range(45):
            price = f"<p>Price: <b>${i}.50</b></p>" if i % 5 else ""
            (pages / f"{i:04d}.htm").write_text(f"<h1>R&amp;D {i}</h1><p>Hello</p>{price}")
            names.append(f"{i:04d}\t1\tR&amp;D  {i}")
            prices.append(f"{i:04d}\t1\t${i}.50" if i % 5 else f"{i:04d}\t0\t<NULL>")
        for name, rows in (("name", names), ("price", prices), ("never", [])):
            text = "\n".join([f"shop\t{site}\t{name}", "45\t45\t45\t45", *rows])
            (truth / f"{site}-{name}.txt").write_text(text, encoding="utf-8-sig")
    return tmp_path


def test_entities_and_spaces_do_not_count_but_case_does():
    assert plain("R&amp;D\u00a0 5") == plain("R&D 5")
    assert plain("Tor") != plain("TOR")


def test_sources_and_pages_are_compared_without_their_marks():
    assert folded("Use of ``x`` in *y*") == folded("Use of x in y")
    assert folded("Ann <ann@a.example>,") == folded("Ann <ann at a.example>")
    assert folded(">= 0.9.1") == folded(">=0.9.1")
    assert folded("Bunch<T> – it's") == folded("Bunch - it’s")


def test_wrong_missing_and_needless_values_are_counted():
    score = field_score([["a"], ["b", "c"], []], [["a"], ["b", "x"], ["y"]])
    assert (score.hits, score.extracted, score.true) == (2, 4, 3)
    assert (score.precision, round(score.recall, 3), round(score.f1, 3)) == (0.5, 0.667, 0.571)
    assert field_score([[]], [[]]).f1 == 1
    assert field_score([["a"]], [[]]).precision == 0


def test_sites_have_two_halves_and_one_is_kept_aside(corpus):
    tasks = swde_tasks(corpus)
    assert [(task.name, task.unseen) for task in tasks] == [
        ("shop-a", False),
        ("shop-b", False),
        ("shop-c", True),
    ]
    assert (len(tasks[0].learn), len(tasks[0].apply)) == (40, 5)
    assert tasks[0].attributes == ["name", "price"]
    assert list(tasks[0].examples()) == [(1, "name", "R&amp;D  1"), (1, "price", "$1.50")]


def test_by_example_scores_what_it_extracts(corpus):
    outcome = by_example(swde_tasks(corpus)[0])
    assert {name: score.f1 for name, score in outcome.scores.items()} == {"name": 1, "price": 1}
    assert outcome.pages_per_second > 0


def test_by_itself_is_given_the_best_of_its_first_fields(corpus):
    def induce(pages):
        assert len(pages) == 40
        fields = [Field(f"f{i}", "text", (Locator("//p", Anchor.NAME),)) for i in range(40)]
        fields.insert(3, Field("title", "text", (Locator("//h1", Anchor.NAME),)))
        fields.append(Field("cost", "text", (Locator("//b", Anchor.NAME),), optional=True))
        return Wrapper((Bundle("page", tuple(fields)),))

    outcome = by_itself(swde_tasks(corpus)[0], induce)
    assert outcome.scores["name"].f1 == 1
    assert outcome.scores["price"].f1 == 0  # it comes too late to count
    assert "name=page.title" in outcome.detail


def test_rows_have_floors_of_their_own(corpus):
    rows = rows_of(by_example(swde_tasks(corpus)[0]))
    floors = update(rows, {})
    assert floors["shop-a/price/by-example"] == {"f1": 1.0, "precision": 1.0, "recall": 1.0}
    assert not check(rows, floors)
    json.dumps([row.content() for row in rows])


def test_results_are_shown_in_a_line_and_a_summary(corpus):
    outcome = by_example(swde_tasks(corpus)[0])
    assert "name 1.00 price 1.00" in line(outcome)
    assert "2 attributes of 1 sites" in summary([outcome])[0]


def test_a_rival_that_fails_scores_nothing(corpus, monkeypatch):
    monkeypatch.setenv("PAGEKIN_RIVALS_PYTHON", sys.executable)
    outcome = rival(swde_tasks(corpus)[0], "no such rival")
    assert outcome.detail.startswith("failed: KeyError")
    assert {score.f1 for score in outcome.scores.values()} == {0}


@pytest.mark.parametrize(
    ("script", "detail"),
    [
        ("exec sleep 30", "stopped after 0.3 s"),
        ("exit 7", "failed: exit code 7"),
        ("echo {", "failed: Expecting property name"),
    ],
)
def test_a_rival_that_hangs_dies_or_babbles_holds_nobody_up(
    corpus, tmp_path, monkeypatch, script, detail
):
    interpreter = tmp_path / "python"
    interpreter.write_text(f"#!/bin/sh\ncat > /dev/null\n{script}\n")
    interpreter.chmod(0o755)
    monkeypatch.setenv("PAGEKIN_RIVALS_PYTHON", str(interpreter))
    outcome = rival(swde_tasks(corpus)[0], "autoscraper", seconds=0.3)
    assert outcome.detail.startswith(detail)
    assert {score.f1 for score in outcome.scores.values()} == {0}


def test_a_rival_that_is_not_installed_scores_nothing(corpus, monkeypatch):
    monkeypatch.setenv("PAGEKIN_RIVALS_PYTHON", "/no/such/python")
    outcome = rival(swde_tasks(corpus)[0], "autoscraper")
    assert outcome.detail.startswith("failed: ")


def test_by_page_one_of_several_spellings_is_enough():
    truth, extracted = [["2011 Fit", "2011 Fit (A5)"], [], ["x"]], [["2011 Fit"], ["y"], []]
    score = page_score(truth, extracted)
    assert (score.hits, score.extracted, score.true) == (1, 2, 2)


def outcome_of(method, f1_hits, speed, detail=""):
    outcome = Outcome("shop-a", method, pages_per_second=speed, detail=detail)
    outcome.scores["name"] = outcome.by_page["name"] = FieldScore(f1_hits, 10, 10)
    return outcome


def test_methods_stand_side_by_side():
    outcomes = [
        outcome_of("by-example", 10, 300),
        outcome_of("mlscraper", 0, 0, "failed: no memory"),
    ]
    lines = table(outcomes)
    assert lines[0].split()[-2:] == ["by-example", "mlscraper"]
    assert lines[1].split() == ["shop-a", "1.000", "300/s", "failed"]
    assert "came to no end on 1 sites" in summary(outcomes)[1]
    assert table(outcomes[:1]) == []


def test_what_is_due_and_was_not_reached_is_told():
    rivals = [outcome_of("autoscraper", 9, 400)]
    assert not missed("swde", [outcome_of("by-example", 10, 500), *rivals])
    assert missed("swde", [outcome_of("by-example", 9, 300), *rivals]) == [
        "swde, by-example: mean F1 0.900, 0.95 is due",
        "swde: autoscraper is ahead in F1",
        "swde: autoscraper is ahead in docs/s",
    ]


def test_captures_take_their_truth_from_source_files(tmp_path):
    fields = tmp_path / "captures" / "fields"
    fields.mkdir(parents=True)
    row = {"page": "a.html", "id": "A-1", "title": "`x`", "date": "", "package": None}
    row |= {"aliases": ["B", "C"], "patched": []}
    (fields / "rustsec_fields.jsonl").write_text(json.dumps(row) + "\n")
    (fields / "peps_fields.jsonl").write_text("")
    page = tmp_path / "captures" / "rustsec" / "a.html"
    page.parent.mkdir()
    page.write_text("<h1>A-1</h1><p>x</p>")
    task = captures_tasks(tmp_path, tmp_path)[0]
    assert task.truth["aliases"] == [("B", "C")]
    assert task.truth["date"] == task.truth["package"] == [()]
    shown = parse_page("https://a.example/", page.read_bytes())
    assert as_shown(shown, "`x`", task.fold) == "x"
    assert as_shown(shown, "`y`", task.fold) == "`y`"


def test_of_what_a_page_declares_the_first_product_counts():
    product = {
        "@type": ["Product"],
        "name": "A kettle",
        "image": [{"@type": "ImageObject", "url": "k.png"}],
        "offers": {"priceSpecification": [{"price": 12.5, "priceCurrency": "EUR"}]},
    }
    said = rival_worker._product({"json-ld": [{"@graph": [{"@type": "Person"}, product]}]})
    assert said == {
        "name": ["A kettle"],
        "sku": [],
        "image": ["k.png"],
        "price": ["12.5"],
        "currency": ["EUR"],
        "availability": [],
    }
    assert rival_worker._product({"microdata": []}) == {}
