"""Whatever goes wrong: one clear line, the right exit code, nothing half-written."""

import json

import pytest

PAGE = b"<h1>Title</h1><p>text</p>"


def one_line(err):
    assert err.startswith("pagekin: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("routes", "arguments", "code", "complaint"),
    [
        ({}, ["{url}/s"], 1, "cannot fetch the sample {url}/s: "),
        ({"/s": PAGE}, ["{url}/s", "--entry", "{url}/"], 1, "cannot fetch the entry {url}/: "),
        ({"/": PAGE, "/s": b""}, ["{url}/s"], 2, "the sample {url}/s is an empty page"),
        ({"/": PAGE, "/s": PAGE}, ["{url}/s"], 3, "has no links to follow"),
        ({"/": PAGE, "/s": "/t", "/t": "/s"}, ["{url}/s"], 1, "cannot fetch the sample {url}/s: "),
        ({"/": PAGE, "/s": PAGE}, ["{url}/s", "--entry", "http://127.0.0.1:9/"], 2, "is not on the entry's site"),
        (
            {"/s": (200, {"Content-Type": "application/pdf"}, b"%PDF-1.7")},
            ["{url}/s"],
            2,
            "cannot fetch the sample {url}/s: ",
        ),
        ({}, ["http://127.0.0.1:9/s"], 1, "cannot fetch the sample http://127.0.0.1:9/s: "),
        ({}, ["http://pagekin.invalid/s"], 1, "cannot fetch the sample http://pagekin.invalid/s: "),
        ({}, ["shop.example/p/1"], 2, "the sample 'shop.example/p/1': not an absolute URL"),
        ({}, ["file:///etc/passwd"], 2, "'file' is not http or https"),
        ({}, ["{url}/s", "--accept-regex", "("], 2, "--accept-regex: '(' is not a regular expression"),
        ({}, ["{url}/s", "--delay", "-1"], 2, "--delay: -1.0 is too small"),
    ],
)  # fmt: skip
def test_learn(run, web, tmp_path, routes, arguments, code, complaint):
    web.routes = routes
    filled = [argument.format(url=web.url) for argument in arguments]
    result, out, err = run("learn", *filled, "-o", "crawler.json")
    assert complaint.format(url=web.url) in one_line(err)
    assert (result, out) == (code, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "c.json: cannot be read: No such file or directory"),
        ("{", "c.json, line 1, column 2: not JSON"),
        ('{"version": 7}', "c.json, key 'version': 7 is unknown to this pagekin"),
        ('{"version": 1}', "c.json, key '(the whole file)': 'samples' is a required property"),
    ],
)
@pytest.mark.parametrize(
    "command", [["crawl", "c.json"], ["show", "c.json"], ["test", "c.json", "http://h/"]]
)
def test_a_bad_crawler_file(run, tmp_path, command, content, complaint):
    if content is not None:
        (tmp_path / "c.json").write_text(content)
    code, _, err = run(*command)
    assert code == 2
    assert complaint in one_line(err)


@pytest.mark.parametrize("output", ["missing/folder/c.json", "a-folder"])
def test_an_output_that_cannot_be_written_is_known_before_the_work(run, shop, tmp_path, output):
    (tmp_path / "a-folder").mkdir()
    code, _, err = run("learn", f"{shop.url}/p?id=1", "-o", output)
    assert code == 1
    assert f"cannot write {output}: " in one_line(err)
    assert shop.requests == []


def test_a_full_disk_is_one_line_too(run, shop):
    code, _, err = run("learn", f"{shop.url}/p?id=1", "-o", "/dev/full/x")
    assert code == 1
    assert "cannot write /dev/full/x" in one_line(err)


def test_an_older_output_survives_a_failure(run, web, tmp_path):
    (tmp_path / "crawler.json").write_text("precious")
    assert run("learn", f"{web.url}/none", "-o", "crawler.json")[0] == 1
    assert (tmp_path / "crawler.json").read_text() == "precious"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_for_pages_that_cannot_be_made(run, shop, tmp_path):
    run("learn", f"{shop.url}/p?id=1", "-o", "crawler.json")
    (tmp_path / "file").write_text("")
    code, _, err = run("crawl", "crawler.json", "--save", "file/pages")
    assert code == 1
    assert "cannot make the folder file/pages" in one_line(err)


def test_an_entry_that_is_gone_when_crawling(run, shop, tmp_path):
    run("learn", f"{shop.url}/p?id=1", "-o", "crawler.json")
    del shop.routes["/"]
    code, _, err = run("crawl", "crawler.json", "-o", "pages.jsonl")
    assert code == 1
    assert "cannot fetch the entry" in one_line(err)
    assert not (tmp_path / "pages.jsonl").exists()


def test_a_bad_settings_file(run, tmp_path):
    (tmp_path / "pagekin.toml").write_text("dealy = 1")
    code, _, err = run("learn", "http://h/")
    assert code == 2
    assert "there is no setting 'dealy'; did you mean 'delay'?" in one_line(err)


def test_a_fault_of_pagekin_is_owned_up_to(run, shop, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("pagekin.navigation.crawler_file.dumps", broken)
    monkeypatch.delenv("PAGEKIN_DEBUG", raising=False)
    code, _, err = run("learn", f"{shop.url}/p?id=1")
    assert code == 1
    assert "unexpected ZeroDivisionError: oh; this is a fault of pagekin" in one_line(err)


def test_the_summary_stays_off_the_results(run, shop):
    code, out, err = run("learn", f"{shop.url}/p?id=1", "--json")
    assert code == 0
    assert json.loads(out)["version"] == 1
    assert json.loads(err)["expected"] == 12
