"""One table of settings, three sources."""

from dataclasses import fields

import pytest

from pagekin.cli import options
from pagekin.errors import FileFormatError, UsageError
from pagekin.settings import PROJECT_PAGE, Settings, load


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "pagekin.toml"
    path.write_text('delay = 3\nlabels = "tag+class"\nfold = true\n')
    return path


def test_a_flag_wins_over_a_variable_a_variable_over_the_file_the_file_over_the_default(file):
    environ = {"PAGEKIN_DELAY": "2", "PAGEKIN_FOLD": "no", "PAGEKIN_UNRELATED": "x"}
    settings = load({"delay": 1.0, "retries": None}, environ, file)
    assert settings.delay == 1.0
    assert settings.fold is False
    assert settings.labels == "tag+class"
    assert settings.retries == Settings().retries


def test_without_any_source_the_defaults_hold(tmp_path):
    assert load({}, {}, tmp_path / "none.toml") == Settings()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("dealy = 1", "there is no setting 'dealy'; did you mean 'delay'?"),
        ("delay = 'soon'", "pagekin.toml: delay: 'soon' is not a number"),
        ("concurrency = 0", "pagekin.toml: concurrency: 0 is too small; the least is 1"),
        ("delay = =", "pagekin.toml: .*line 1"),
        ("labels = 'class'", "labels: 'class' is none of tag, tag\\+class"),
        ("threshold = 80", "threshold: 80 is too large; the most is 1"),
    ],
)
def test_a_mistake_in_the_file_is_named(file, content, complaint):
    file.write_text(content)
    with pytest.raises(UsageError, match=complaint):
        load({}, {}, file)


def test_a_mistake_in_a_variable_is_named():
    with pytest.raises(UsageError, match="PAGEKIN_FOLD: 'perhaps' is not yes or no"):
        load({}, {"PAGEKIN_FOLD": "perhaps"})


def test_a_mistake_in_a_flag_is_named():
    with pytest.raises(UsageError, match=r"--max-pages: -1 is too small; the least is 1"):
        load({"max_pages": -1})


def test_a_file_that_cannot_be_read_is_named(file):
    file.write_bytes(b"\xff")
    with pytest.raises(FileFormatError, match=r"pagekin\.toml"):
        load({}, {}, file)


def test_every_setting_says_what_it_is_for_and_can_be_a_flag():
    flags = {*options.SCOPE, *options.LIMITS, *options.SIMILARITY, *options.FETCHING}
    for setting in fields(Settings):
        assert setting.metadata["help"].endswith(".")
        assert setting.name in flags


def test_pagekin_names_itself_and_its_page():
    assert Settings().user_agent.startswith("pagekin/")
    assert PROJECT_PAGE in Settings().user_agent
