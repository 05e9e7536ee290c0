"""`pagekin show --html`: the picture of a learned crawler, as a person at a terminal asks for it."""

from lxml import html


def learned(run, shop):
    assert run("learn", f"{shop.url}/p?id=1", "--entry", shop.url, "-o", "crawler.json")[0] == 0


def test_the_picture_is_in_the_file_and_nothing_on_stdout(run, shop, tmp_path):
    learned(run, shop)
    code, out, err = run("show", "crawler.json", "--html", "map.html")
    assert (code, out) == (0, "")
    assert "map.html" in err
    document = html.parse(tmp_path / "map.html").getroot()
    assert document.find(".//h1").text == shop.url.removeprefix("http://")
    targets = document.find(".//article[@class='card target']").text_content()
    assert targets.startswith("Targets")
    assert "12 pages" in targets
    assert "/p?id=1" in targets


def test_the_examples_open_pages_of_the_site(run, shop, tmp_path):
    learned(run, shop)
    run("show", "crawler.json", "--html", "map.html")
    document = html.parse(tmp_path / "map.html").getroot()
    opened = [a.get("href") for a in document.iter("a") if not a.get("href").startswith("#")]
    assert f"{shop.url}/p?id=1" in opened
    paths = {url.removeprefix(shop.url) for url in opened}
    assert paths <= set(shop.routes)


def test_a_dash_is_stdout(run, shop):
    learned(run, shop)
    code, out, err = run("show", "crawler.json", "--html", "-")
    assert (code, err) == (0, "")
    assert out.startswith("<!DOCTYPE html>")
    assert out.endswith("</html>\n")


def test_every_strategy_can_be_drawn(run, shop, tmp_path):
    for strategy in ("auto", "gogetit"):
        run(
            "learn",
            f"{shop.url}/p?id=1",
            "--entry",
            shop.url,
            "--strategy",
            strategy,
            "-o",
            strategy,
        )
        assert run("show", strategy, "--html", f"{strategy}.html")[0] == 0
        assert "Targets" in (tmp_path / f"{strategy}.html").read_text(encoding="utf-8")


def test_a_place_that_cannot_be_written_is_named(run, shop, tmp_path):
    learned(run, shop)
    code, out, err = run("show", "crawler.json", "--html", tmp_path / "no" / "map.html")
    assert (code, out) == (1, "")
    assert "map.html" in err


def test_a_file_that_is_no_crawler_leaves_no_picture(run, tmp_path):
    (tmp_path / "broken.json").write_text("{}", encoding="utf-8")
    code, _, err = run("show", "broken.json", "--html", "map.html")
    assert code == 2
    assert "broken.json" in err
    assert not (tmp_path / "map.html").exists()
