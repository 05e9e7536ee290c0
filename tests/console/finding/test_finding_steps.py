"""The steps on the way to a crawler: what each shows and does, and that it can be left and come back to."""

import html
from dataclasses import replace

import pytest
from console_clients import ADMINISTRATOR

from pagekin.app.field_editing import listed_fields
from pagekin.console.crawler_files import crawler_file, crawler_path, free_name
from pagekin.console.finding.alert_words import AlertWish, likely_wish
from pagekin.console.finding.beginning_pages import address_from
from pagekin.console.finding.find_jobs import CRAWL, FIND, LOOK_AROUND
from pagekin.console.jobs.job_rows import add_job, end_job, last_job, take_job
from pagekin.console.models import Job, JobState
from pagekin.errors import UsageError
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.query.parsing import parse
from pagekin.store.models import Crawl, Subscription, Watch
from pagekin.wrappers import Bundle, Field, Wrapper

SHOP = "/crawlers/shop/"


@pytest.fixture
def client(console):
    return console.client(ADMINISTRATOR)


def text(response):
    return response.content.decode()


def names():
    return [one.name for one in listed_fields(crawler_file("shop").read().wrapper)]


def field_form(client, **changes):
    """Give what a browser sends for the fields as they are, with changes."""
    wrapper = crawler_file("shop").read().wrapper
    form = {"version": wrapper.version, "then": "stay"}
    for number, one in enumerate(listed_fields(wrapper)):
        form |= {f"name-{number}": one.field.name, f"type-{number}": one.type}
    changed = {name.replace("_", "-"): value for name, value in changes.items()}
    return client.post(f"{SHOP}fields/change/", form | changed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("shop.example/p/1", "https://shop.example/p/1"),
        (" http://shop.example/p/1 ", "http://shop.example/p/1"),
        ("shop.example?back=http://x.example/", "https://shop.example/?back=http://x.example/"),
        ("127.0.0.1:8000/p", "https://127.0.0.1:8000/p"),
    ],
)
def test_a_missing_scheme_is_added(typed, meant):
    assert address_from(typed) == meant


@pytest.mark.parametrize("typed", ["file:///etc/passwd", "javascript://x/%0aalert(1)", "https://"])
def test_other_schemes_and_no_addresses_are_explained_on_the_form(client, typed):
    answer = client.post("/new/", {"address": typed, "what": "like"})
    assert answer.status_code == 200
    assert 'class="wrong"' in text(answer)
    assert not Job.objects.exists()


def test_an_address_begins_a_job_and_leads_to_its_own_page(client):
    answer = client.post("/new/", {"address": "Shop.Example/p/17-teapot", "what": "like"})
    assert answer.headers["Location"] == "/crawlers/shop.example-p/looking/"
    job = last_job("shop.example-p")
    assert (job.kind, job.request) == (FIND, {"samples": ["https://shop.example/p/17-teapot"]})
    page = text(client.get("/crawlers/shop.example-p/"))
    assert page == ""
    shown = text(client.get("/crawlers/shop.example-p/looking/"))
    assert f'hx-get="/jobs/{job.pk}/progress/"' in shown
    assert "shop.example-p" in text(client.get("/"))


def test_a_second_crawler_of_the_same_pages_has_another_name(client):
    for _ in range(2):
        client.post("/new/", {"address": "shop.example/p/1", "what": "like"})
    assert set(Job.objects.values_list("about", flat=True)) == {
        "shop.example-p",
        "shop.example-p-2",
    }


@pytest.mark.parametrize("name", ["../store", "a/b", ".hidden", "", "x" * 200, "UPPER"])
def test_names_lead_to_no_other_folder(console, name):
    with pytest.raises(UsageError):
        crawler_path(name)
    assert crawler_path(free_name(name, set())).parent == console.data / "crawlers"


def test_a_stopped_job_can_be_gone_on_with(client):
    client.post("/new/", {"address": "shop.example/p/1", "what": "like"})
    job = take_job("one", 0.0)
    client.post(f"/jobs/{job.pk}/stop/")
    assert Job.objects.get(pk=job.pk).stop
    end_job(job, JobState.STOPPED, 1.0, {})
    shown = text(client.get("/crawlers/shop.example-p/looking/"))
    assert "Go on looking" in shown
    client.post("/crawlers/shop.example-p/again/")
    assert last_job("shop.example-p").request == job.request
    assert last_job("shop.example-p") != job


def test_why_nothing_was_found_is_told(client):
    client.post("/new/", {"address": "shop.example/p/1", "what": "like"})
    end_job(take_job("one", 0.0), JobState.FAILED, 1.0, {}, "the server answers 404 <script>")
    shown = text(client.get("/crawlers/shop.example-p/looking/"))
    assert "The server answers 404 &lt;script&gt;" in shown
    assert 'value="http://shop.example/p/1"' in shown  # what was typed had neither http nor https


def test_progress_ends_with_a_reload(client):
    client.post("/new/", {"address": "shop.example/p/1", "what": "like"})
    job = take_job("one", 0.0)
    assert client.get(f"/jobs/{job.pk}/progress/").status_code == 200
    end_job(job, JobState.DONE, 1.0, {})
    last = client.get(f"/jobs/{job.pk}/progress/")
    assert (last.status_code, last.headers["HX-Refresh"]) == (286, "true")


def test_the_pages_found_are_shown_with_the_questions_first(client, draft):
    shown = text(client.get(f"{SHOP}pages/"))
    assert "I found 1,204 pages like yours" in shown
    assert shown.index("&lt;b&gt;Home&lt;/b&gt;") < shown.index(html.escape(draft[0]["title"]))
    assert "pages like yours" in shown
    assert "→ targets" not in shown
    assert client.get(SHOP).headers["Location"] == f"{SHOP}pages/"


@pytest.mark.parametrize(("answer", "where"), [("no", "negatives"), ("yes", "samples")])
def test_an_answer_looks_again_knowing_it_and_with_the_pages_that_are_here(
    client, draft, answer, where
):
    page = draft[3]["url"]
    there = client.post(f"{SHOP}like/", {"url": page, "answer": answer})
    assert there.headers["Location"] == f"{SHOP}looking/"
    asked = last_job("shop").request
    assert page in asked[where]
    assert crawler_file("shop").read().samples[0] in asked["samples"]
    assert asked["after"] == 1


def test_the_wider_kind_can_be_taken(client, draft):
    client.post(f"{SHOP}like/", {"answer": "wider"})
    assert last_job("shop").request["wider"] == 1
    assert client.post(f"{SHOP}like/", {"answer": "evil"}).status_code == 400


def test_the_sample_itself_stays(client, draft):
    sample = crawler_file("shop").read().samples[0]
    assert client.post(f"{SHOP}like/", {"url": sample, "answer": "no"}).status_code == 400


def test_fields_are_shown_with_values_of_real_pages(client, draft):
    shown = text(client.get(f"{SHOP}fields/"))
    assert 'value="price"' in shown
    assert shown.count("€") >= 6
    assert "The table as it will be" in shown


def test_fields_are_renamed_retyped_moved_and_dropped(client, draft):
    assert names() == ["name", "sku", "price"]
    field_form(client, name_0="price", name_2="name", type_1="text")
    assert names() == ["price", "sku", "name"]
    field_form(client, move="2-up")
    assert names() == ["price", "name", "sku"]
    there = field_form(client, drop_1="on", then="go-on")
    assert names() == ["price", "sku"]
    assert there.headers["Location"] == f"{SHOP}schedule/"
    fields = crawler_file("shop").read().wrapper.bundles[0].fields
    assert [(one.id, one.type) for one in fields] == [("name", "text"), ("sku", "text")]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name_0": "sku"}, "two fields would be called"),
        ({"drop_0": "", "drop_1": "", "drop_2": ""}, "one field at least has to stay"),
        ({"type_0": "nonsense"}, "no value type is called"),
        ({"version": "99"}, "somebody has changed the fields meanwhile"),
    ],
)
def test_what_cannot_be_done_to_fields_is_explained_and_nothing_changes(
    client, draft, changes, said
):
    field_form(client, **changes)
    assert said in text(client.get(f"{SHOP}fields/"))
    assert names() == ["name", "sku", "price"]


def add_field(client, name, example):
    answer = client.post(f"{SHOP}fields/add/", {"name": name, "example": example}, follow=True)
    return html.unescape(text(answer))


def test_a_field_is_added_by_a_value_that_somebody_types_and_found_on_all_pages(client, draft):
    wrapper = crawler_file("shop").read().wrapper
    heading = draft[2]["title"].partition(" – ")[0]
    shown = add_field(client, "called", heading)
    assert "Added called." in shown
    assert names() == ["name", "sku", "price", "called"]
    added = crawler_file("shop").read().wrapper
    assert added.version == wrapper.version + 1
    (field,) = [one.field for one in listed_fields(added) if one.name == "called"]
    assert field.seen.found == field.seen.pages > 5


def test_a_field_is_added_by_its_place(client, draft):
    add_field(client, "headline", "//h1")
    assert names()[-1] == "headline"


@pytest.mark.parametrize(
    ("name", "example", "said"),
    [
        ("colour", "no page says this", "there is no text 'no page says this' on"),
        ("price", "//h1", "there is a field called 'price' already"),
        ("colour", "//h1[", "the field 'colour@//h1['"),
        ("", "x", "what should the field be called?"),
        ("colour", " ", "enter a value as it stands on one of the pages"),
    ],
)
def test_a_field_that_cannot_be_added_is_explained_and_nothing_changes(
    client, draft, name, example, said
):
    assert said in add_field(client, name, example)
    assert names() == ["name", "sku", "price"]


@pytest.mark.parametrize(
    ("wish", "query"),
    [
        (AlertWish("field", "price", "fell-by", "10", "%"), "price fell by more than 10%"),
        (AlertWish("field", "price", "rose-by", "2,5", ""), "price rose by more than 2.5"),
        (AlertWish("field", "price", "fell-below", "100 %", "%"), "price fell below 100"),
        (AlertWish("field", "list price", "changed"), "`list price` has changed"),
        (AlertWish("field", "offer.price", "vanished"), "offer.price vanished"),
        (AlertWish("new"), "page appeared"),
        (AlertWish("gone"), "page vanished"),
    ],
)
def test_an_alert_in_plain_words_is_a_query_that_can_be_asked(wish, query):
    assert wish.queries == (query,)
    parse(query)


def test_the_schedule_enters_a_watch_with_the_alert_to_ones_own_address(client, draft):
    form = {"schedule": "1d", "telling": "field", "field": "price", "happening": "fell-by"}
    form |= {"amount": "10", "unit": "%", "mail": "ada@example.org"}
    answer = client.post(f"{SHOP}schedule/", form)
    assert answer.headers["Location"] == f"{SHOP}done/"
    watch = Watch.objects.get()
    assert (watch.name, watch.schedule) == ("shop", "every 1d")
    (told,) = Subscription.objects.select_related("query", "channel", "person")
    assert told.query.text == "price fell by more than 10%"
    assert (told.person.name, told.channel.shown) == (ADMINISTRATOR, "mailto:ada@example.org")
    shown = text(client.get(f"{SHOP}done/"))
    assert "every day" in shown
    assert "The table is ready" in shown


@pytest.mark.parametrize(
    ("types", "wish"),
    [
        (["text", "price"], {"field": "f1", "happening": "fell-by"}),
        (["text", "quantity", "number"], {"field": "f2", "happening": "changed"}),
        (["text", "link"], {"field": "f0", "happening": "changed"}),
        ([], {"telling": "new"}),
    ],
)
def test_what_people_most_likely_want_to_be_told_can_happen_to_the_field(types, wish):
    fields = tuple(Field(f"f{number}", one, ()) for number, one in enumerate(types))
    listed = listed_fields(Wrapper((Bundle("page", fields),))) if fields else []
    assert likely_wish(listed) == wish


def test_a_watch_knows_of_fields_that_were_changed_though_its_worker_has_no_file(client, draft):
    once_a_day = {"schedule": "1d", "telling": "nothing", "mail": ""}
    client.post(f"{SHOP}schedule/", once_a_day)
    field_form(client, name_0="called")
    watched = loads(Watch.objects.get().content)
    assert [one.name for one in listed_fields(watched.wrapper)] == ["called", "sku", "price"]


def test_fields_that_are_no_columns_are_shown_apart_and_not_in_the_table(client, draft):
    crawler = crawler_file("shop").read()
    bundle = crawler.wrapper.bundles[0]
    fields = tuple(replace(one, extra=one.name == "sku") for one in bundle.fields)
    wrapper = replace(crawler.wrapper, bundles=(replace(bundle, fields=fields),))
    crawler_file("shop").path.write_text(dumps(replace(crawler, wrapper=wrapper)))
    shown = text(client.get(f"{SHOP}fields/"))
    table = shown.partition('id="fields"')[0]
    assert '<th scope="col">price</th>' in table
    assert '<th scope="col">sku</th>' not in table
    assert "Not in the table" in shown


def test_an_alert_without_an_address_or_an_amount_is_asked_about(client, draft):
    form = {"schedule": "1d", "telling": "field", "field": "price", "happening": "fell-by"}
    shown = text(client.post(f"{SHOP}schedule/", form | {"amount": "much", "mail": ""}))
    assert "Where should it go?" in shown
    assert "how much? Enter a number" in shown
    assert not Watch.objects.exists()


def test_a_crawler_can_be_run_once_without_a_schedule(client, draft):
    before = Crawl.objects.count()
    client.post(f"{SHOP}schedule/", {"schedule": "once", "telling": "nothing"})
    assert not Watch.objects.exists()
    assert last_job("shop", CRAWL).state == JobState.WAITING
    assert Crawl.objects.count() == before


def test_several_kinds_of_pages_become_several_crawlers(client):
    answer = client.post("/new/", {"address": "http://shop.example/", "what": "kinds"})
    job = take_job("one", 0.0)
    assert (job.kind, job.request) == (LOOK_AROUND, {"entry": "http://shop.example/"})
    there = answer.headers["Location"]
    assert "Looking around" in text(client.get(there))
    kinds = [
        {"pages": 10, "shapes": ["/p/…"], "signs": [], "examples": [f"http://shop.example/{x}/1"]}
        for x in ("p", "blog", "help")
    ]
    end_job(job, JobState.DONE, 1.0, {"kinds": kinds})
    assert text(client.get(there)).count('type="checkbox"') == 3
    assert client.post(there).status_code == 400
    client.post(there, {"kind-0": "on", "kind-1": "on"})
    begun = {one.about: one.request["samples"] for one in Job.objects.filter(kind=FIND)}
    assert begun == {
        "shop.example-p": ["http://shop.example/p/1"],
        "shop.example-blog": ["http://shop.example/blog/1"],
    }


def test_every_step_of_what_nobody_has_begun_is_not_found(client):
    for step in ("", "looking/", "pages/", "fields/", "schedule/", "done/"):
        assert client.get(f"/crawlers/nothing/{step}").status_code == 404


def test_steps_that_have_nothing_to_show_yet_lead_back_to_looking(client):
    add_job(FIND, "new", {"samples": ["https://shop.example/p/1"]}, "")
    for step in ("pages/", "fields/", "schedule/", "done/"):
        assert client.get(f"/crawlers/new/{step}").headers["Location"] == "/crawlers/new/looking/"
