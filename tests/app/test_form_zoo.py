"""Learning and crawling through every kind of form that people meet, on loopback."""

import asyncio

import pytest

import form_zoo
import temporary_crawls
from pagekin.fetch import open_site
from pagekin.navigation import FormUse, KnownForm
from pagekin.settings import Settings
from pagekin.site.form_filling import FormFiller, FormSite
from pagekin.urls import Scope

SETTINGS = Settings(delay=0, retries=0, autothrottle=False)


def nobody(_):
    pass


def found_in(shop, **options):
    """Learn from one product with forms, crawl, and give what was found."""
    settings = Settings(delay=0, retries=0, autothrottle=False, forms=True, **options)
    crawler = temporary_crawls.learn(f"{shop.url}/p/1595", settings)
    shop.learned = len(shop.asked)
    return [page.url for page in temporary_crawls.crawl(crawler, SETTINGS)]


@pytest.mark.parametrize("kind", form_zoo.ALL, ids=lambda kind: kind.__name__)
def test_all_products_behind_a_form_are_found_once(kind):
    with kind() as shop:
        found = found_in(shop)
        assert sorted(found) == sorted(shop.products)


def test_links_that_submit_a_form_of_the_whole_page_are_told_apart_by_what_they_do():
    with form_zoo.WebForms() as shop:
        found_in(shop)
        assert not shop.out
        assert shop.refused == []
        # The password is nobody's business.
        assert not any("pw" in data for _, _, data in shop.asked)


def test_a_page_that_only_a_row_of_such_links_leads_to_can_be_fetched_again_later():
    with form_zoo.WebForms() as shop:

        async def followed(forms, url, *texts):
            """Fetch a page and follow links from there by their texts."""
            async with open_site(Scope.around(f"{shop.url}/"), SETTINGS) as network:
                site = FormSite(FormFiller(network, network, forms))
                page = await site.fetch(url)
                for text in texts:
                    page = await site.fetch({link.text: link.url for link in page.links}[text])
                return page

        def products(page):
            return [int(link.url.rpartition("/")[2]) for link in page.links if "/p/" in link.url]

        start = f"{shop.url}/find"
        page = asyncio.run(followed(FormUse(), start, "pots", "2", "3"))
        assert products(page) == form_zoo.numbers_of("pots")[4:]
        fresh = ("__EVENTVALIDATION", "__VIEWSTATE")
        known = KnownForm("html/body/form/div.pager/a", start, start, ("__EVENTTARGET",), fresh)
        again = asyncio.run(followed(FormUse(followed=(known,)), page.url))
        assert (again.url, products(again)) == (page.url, products(page))


def test_a_session_in_the_path_is_no_part_of_a_product():
    with form_zoo.Cookieless() as shop:
        found = [url.partition("/p/")[2] for url in found_in(shop)]
        assert sorted(found) == sorted(url.partition("/p/")[2] for url in shop.products)


def test_words_for_a_field_that_asks_for_a_text_come_from_a_file(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("\n".join(form_zoo.KINDS))
    with form_zoo.Words() as shop:
        assert sorted(found_in(shop, words=str(words))) == sorted(shop.products)
