"""Learning and crawling through forms, on loopback."""

from collections import Counter
from urllib.parse import parse_qsl, urlsplit

import pytest

import temporary_crawls
from forms_on_loopback import KINDS, FormSite
from pagekin.app.sites.form_settings import forms_to_follow, forms_to_learn
from pagekin.errors import NothingFoundError, UsageError
from pagekin.settings import Settings

FAST = Settings(delay=0, retries=0, autothrottle=False)
WITH_FORMS = Settings(delay=0, retries=0, autothrottle=False, forms=True)


@pytest.fixture
def site():
    server = FormSite()
    yield server
    server.close()


@pytest.fixture
def strict_site():
    server = FormSite(one_time_tokens=True)
    yield server
    server.close()


def learn(sample, settings=WITH_FORMS, entry=None):
    return temporary_crawls.learn(sample, settings, entry)


def crawl(crawler, settings=FAST):
    return [page.url for page in temporary_crawls.crawl(crawler, settings)]


def test_products_behind_a_get_form_are_found_without_a_flag_once_the_crawler_knows_the_form(site):
    crawler = learn(f"{site.url}/p/1595")
    assert crawler.forms.followed[0].path == "html/body/form.find"
    assert sorted(crawl(crawler)) == sorted(site.products("p"))


def test_without_forms_there_is_no_way_to_them(site):
    with pytest.raises(NothingFoundError):
        learn(f"{site.url}/p/1595", FAST)
    assert not site.posted


def test_products_behind_a_post_form_with_a_token_are_found(site):
    crawler = learn(f"{site.url}/o/1595")
    (form,) = crawler.forms.followed
    assert (form.target, form.fresh) == (f"{site.url}/find", ("stamp",))
    site.asked.clear()
    assert sorted(crawl(crawler)) == sorted(site.products("o"))
    sent = Counter(body.partition("&stamp=")[0] for _, body in site.posted)
    assert sent == Counter(f"kind={kind}&go=1" for kind in KINDS)


def test_a_token_that_is_good_for_one_time_only_is_fetched_anew_each_time(strict_site):
    crawler = learn(f"{strict_site.url}/o/1595")
    assert sorted(crawl(crawler)) == sorted(strict_site.products("o"))


def test_the_answers_of_a_form_can_be_the_targets_themselves(site):
    sample = f"{site.url}/list?lang=en&kind=cups&colour=&q="
    crawler = learn(sample, entry=f"{site.url}/shop")
    chosen = [dict(parse_qsl(urlsplit(url).query)) for url in crawl(crawler)]
    assert {choice["kind"] for choice in chosen if "colour" not in choice} == set(KINDS)
    # What the shop does not look at is no part of an answer's URL.
    assert not any("lang" in choice for choice in chosen)


def test_the_answers_of_a_post_form_have_urls_of_their_own_and_can_be_fetched_again(site):
    def identity(kind):
        return f"{site.url}/find?__wb_method=POST&kind={kind}&go=1"

    found = crawl(learn(identity("cups"), entry=f"{site.url}/finder"))
    assert set(found) >= {identity(kind) for kind in KINDS}


@pytest.mark.parametrize("folder", ["p", "o"])
def test_forms_that_change_something_are_never_submitted(site, folder):
    crawl(learn(f"{site.url}/{folder}/1595"))
    assert {path for path, _ in site.posted} <= {"/find"}
    assert not [path for _, path, _ in site.asked if "canary" in path]


def test_a_form_that_looks_as_if_it_changed_something_is_submitted_if_it_is_named(site):
    settings = Settings(
        delay=0, retries=0, autothrottle=False, forms=True, form_names="/warenkorb, other"
    )
    learn(f"{site.url}/o/1595", settings)
    assert {path for path, _ in site.posted} == {"/find", "/warenkorb"}


def test_words_are_read_from_a_file(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("\ufefftea\n\n  green tea \ntea\n", encoding="utf-8")
    forms = forms_to_learn(Settings(forms=True, words=str(words), form_budget=7))
    assert (forms.words, forms.budget) == (("tea", "green tea"), 7)


def test_words_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(UsageError, match=r"nowhere\.txt: cannot be read: No such file"):
        forms_to_learn(Settings(forms=True, words=str(tmp_path / "nowhere.txt")))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(UsageError, match="binary: cannot be read: it is not UTF-8"):
        forms_to_learn(Settings(forms=True, words=str(tmp_path / "binary")))


def test_a_crawl_may_use_other_words_than_were_learned_with(site, tmp_path):
    crawler = learn(f"{site.url}/p/1595")
    (tmp_path / "words").write_text("mint\n")
    settings = Settings(words=str(tmp_path / "words"))
    assert forms_to_follow(crawler, settings).words == ("mint",)
    assert forms_to_follow(crawler, FAST) == crawler.forms
