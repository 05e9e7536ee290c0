"""Which pages are meant, on small sites that are each difficult in one way, and what is asked where nobody can know."""

from pagekin.navigation.crawler_file import dumps, loads
from pagekin.testing import FakeSite
from shops import (
    Outcome,
    article,
    crawl,
    home,
    learn,
    links,
    listing,
    name,
    page,
    product,
    table,
    urls,
)

PICTURE = "<figure class=shot><img src=x><figcaption>It</figcaption></figure>"


def things(folder, count, more=lambda n: ""):
    return {f"/{folder}/{n}-{name(n)}": product(n, more(n)) for n in range(count)}


def reference(kind, count, *, prefix="", label="", more=""):
    """Make pages of a reference: all have the same template, and say of what kind they are."""
    return {
        f"/{prefix or kind}{name(n)}.html": page(
            f"{label or kind} {name(n)}",
            f"<h1>{label or kind} {name(n)}</h1><div class=doc><p>{name(n)}</p></div>{more}",
        )
        for n in range(count)
    }


def test_a_class_that_is_nearly_all_of_the_site():
    """Eight pages in ten are meant, half of them with a section more; they lead to each other only."""
    paths = [f"/p/{n}-{name(n)}" for n in range(60)]
    site = {
        path: product(
            n,
            links([paths[(n + 1) % 60], paths[(n * 7) % 60]], "similar")
            + (PICTURE if n % 2 else ""),
        )
        for n, path in enumerate(paths)
    }
    site |= {"/": home(links(paths[:3])), "/about": page("About", "<h1>Us</h1><dl><dt>a</dl>")}
    site |= {f"/{what}": page(what, f"<h1>{what}</h1><ol class=terms><li>x</ol>") for what in "abc"}
    assert Outcome(site, paths[7]).found == urls(paths)


def test_who_is_before_or_after_another_page_is_no_kind_of_page():
    """Whoever has a link to the next page is linked from that one as the page before it, and the other way round."""
    paths = [f"/{name(n)}" for n in range(36)]
    chains = [paths[start : start + 6] for start in range(0, 36, 6)]
    site = {}
    for some in chains:
        for before, path, after in zip([None, *some], some, [*some[1:], None], strict=False):
            near = links([before], "before") if before else ""
            near += links([after], "after") if after else ""
            site[path] = product(paths.index(path), near)
    gates = {
        f"/gate-{n}": page(f"Gate {n}", links(some[:1], "gate")) for n, some in enumerate(chains)
    }
    news = {f"/news/{n}": article(n) for n in range(20)}
    site |= gates | news | {"/news": page("News", links(news, "stories"))}
    site["/"] = home(links([*gates, "/news"], "parts"))
    assert Outcome(site, paths[8]).found == urls(paths)


def test_pages_with_a_picture_are_a_part_even_if_a_gallery_lists_them():
    goods = things("p", 60, lambda n: PICTURE if n % 4 == 0 else "")
    pictured = [path for n, path in enumerate(goods) if n % 4 == 0]
    site = goods | {f"/news/{n}": article(n) for n in range(20)}
    site |= {"/all": listing("All", goods), "/gallery": listing("Gallery", pictured)}
    site["/news"] = page("News", links([f"/news/{n}" for n in range(20)], "stories"))
    site["/"] = home(links(["/all", "/gallery", "/news"], "menu-of-all"))
    assert Outcome(site, pictured[3]).found == urls(goods)


def test_siblings_that_heading_and_address_tell_apart():
    kinds = {
        "Property": reference("P_", 40, label="Property"),
        "Method": reference("M_", 60, label="Method"),
        "Field": reference("F_", 30, label="Field"),
    }
    site = {path: made for pages in kinds.values() for path, made in pages.items()}
    site["/"] = home(links(sorted(site), "members"))
    assert Outcome(site, min(kinds["Property"])).found == urls(kinds["Property"])


def test_siblings_that_only_the_first_word_of_their_heading_tells_apart():
    """All addresses are alike, but every page says what it is."""
    labels, site, classes = ["Class", "Method", "Class", "Module", "Method"], {}, set()
    for n in range(150):
        label, path = labels[n % 5], f"/{name(n)}.html"
        site[path] = page(name(n), f"<h1>{label} {name(n)}</h1><div class=doc><p>x</p></div>")
        classes |= {path} if label == "Class" else set()
    site["/"] = home(links(sorted(site), "everything"))
    assert Outcome(site, min(classes)).found == urls(classes)


def test_siblings_that_only_a_word_in_their_query_and_their_list_tell_apart():
    """All pages of one template, with `p=user` as a folder by another name, on a site of other kinds of pages, too."""
    kinds = {"user": product, "team": product, "story": article, "note": article}
    site, paths = {}, {}
    for first, (kind, made) in enumerate(kinds.items()):
        numbers = range(1000 * first, 1000 * first + 25)
        paths[kind] = [f"/index.php?p={kind}&id={n}" for n in numbers]
        own = f"<ul class={kind}><li>x</ul>" if kind in {"team", "note"} else ""
        site |= {path: made(n, own) for path, n in zip(paths[kind], numbers, strict=True)}
        site[f"/index.php?p={kind}s"] = listing(kind, paths[kind])
    site["/"] = home(links([f"/index.php?p={kind}s" for kind in kinds], "parts"))
    assert Outcome(site, paths["user"][7]).found == urls(paths["user"])


def test_siblings_of_which_one_kind_lacks_what_the_other_has():
    """Addresses are alike, and whatever spare parts have, sets of them have, too, with a list of what is in them."""
    parts, sets, news = (
        [f"/{name(n)}" for n in range(*some)] for some in ((25,), (25, 55), (55, 80))
    )
    site = {path: product(n) for n, path in enumerate(parts)}
    site |= {path: product(n, "<dl><dt>x<dd>y</dl>") for n, path in enumerate(sets, 25)}
    site |= {path: article(n) for n, path in enumerate(news, 55)}
    site |= {"/sets": listing("Sets", sets), "/parts": listing("Parts", parts)}
    site |= {"/news": page("News", links(news, "stories"))}
    site["/"] = home(links(["/parts", "/sets", "/news"], "menu"))
    made = Outcome(site, parts[7])
    assert made.found == urls(parts)
    assert "no path: html/body/main/dl" in dumps(made.crawler)
    assert Outcome(site, sets[7]).found == urls(sets)


def test_where_all_pages_have_one_template_addresses_tell_kinds():
    """Commands, modules, files and guides, all of one template and on one list."""
    kinds = {
        folder: reference(f"{folder}/", 30, label="On")
        for folder in ("commands", "modules", "files", "guides", "notes")
    }
    site = {path: made for pages in kinds.values() for path, made in pages.items()}
    site["/"] = home(links(sorted(site), "everything"))
    assert Outcome(site, min(kinds["files"])).found == urls(kinds["files"])


def test_folders_called_after_kinds_are_asked_about_and_topics_are_not():
    """One template, and a list of each folder beside that of all: players of a club and its teams, or stories about health and money.

    Nothing else on the site is like these pages, so they may be one kind as well.
    """
    for folders, is_kind in ((("players", "teams"), True), (("health", "money"), False)):
        groups = [
            reference(folder, 30, prefix=f"{folder}/", label="On") for folder in (*folders, "misc")
        ]
        site = {path: made for pages in groups for path, made in pages.items()}
        site |= {f"/{n}": page("List", links(sorted(pages), "l")) for n, pages in enumerate(groups)}
        site["/all"] = page("All", links(sorted(site), "everything"))
        site["/"] = home(links(["/all", "/0", "/1", "/2"], "menu"))
        outcome = Outcome(site, min(groups[0]))
        assert outcome.found == urls(path for pages in groups for path in pages)
        asked = outcome.crawler.questions
        assert bool(asked) is is_kind, folders
        if asked:
            other = asked[0].about[0].removeprefix("http://shop.test")
            told = learn(FakeSite(table(site)), min(groups[0]), negatives=[other])
            assert told.learned.expected == len(groups[0])


def test_the_same_class_whatever_the_words_in_title_and_address():
    """Six of forty stories begin with one word, in their titles and their addresses, where it has lost its accent."""
    names = [f"osteoporose-{name(n)}" if n < 6 else name(n) for n in range(40)]
    stories = {
        f"/s/{slug}": page(
            slug.replace("osteo", "Ostéo").replace("-", " "),
            f"<article class=story><p class=byline>{n}<blockquote>x</blockquote></article>",
        )
        for n, slug in enumerate(names)
    }
    months = {f"/archive/{n}": listing(f"{n}", sorted(stories)[n::8]) for n in range(8)}
    site = stories | months | {"/": home(links(months, "l"))}
    for sample in (f"/s/{names[2]}", f"/s/{names[20]}"):
        assert Outcome(site, sample).found == urls(stories)


def test_one_page_in_a_hundred_of_a_large_site():
    site = {f"/news/{n}-{name(n)}": article(n) for n in range(500)}
    lists = [sorted(site)[start : start + 50] for start in range(0, 500, 50)]
    recipes = {
        f"/recipes/{name(n)}": page(
            f"Recipe {name(n)}", f"<div class=recipe><h1>{name(n)}</h1><ol><li>x</ol></div>"
        )
        for n in range(5)
    }
    site |= {f"/archive/{n}": listing(f"{n}", paths) for n, paths in enumerate(lists)}
    site |= recipes | {"/recipes": page("Recipes", links(recipes, "cards"))}
    archive = [f"/archive/{n}" for n in range(10)]
    site["/"] = home(links(["/recipes"], "top"), links(archive, "years"))
    assert Outcome(site, min(recipes)).found == urls(recipes)


def test_targets_that_lie_two_pages_behind_a_list():
    """Types name their members on a page of its own: every type is worth a look, though none names a target."""
    site, targets = {}, {}
    for n in range(40):
        own = {f"/P_{name(n)}_{name(k)}": product(40 * n + k) for k in range(4)}
        targets |= own
        site[f"/M_{name(n)}"] = page(f"{n}", f"<h1>Members</h1>{links(own, 'members')}")
        site[f"/T_{name(n)}"] = article(n, links([f"/M_{name(n)}"], "see"))
    types = [path for path in site if path.startswith("/T_")]
    site |= targets | {"/": home(links(types, "types"))}
    assert Outcome(site, min(targets)).found == urls(targets)


# What nobody can know is asked.

MEMBERS = "<dl class=members><dt>a<dd>b</dl>"


def manual():
    """Pages of a manual, of which those in one folder have a section more: a class of their own, or not?"""
    api = reference("doc/api/", 20, label="About", more=MEMBERS)
    guide = reference("doc/guide/", 60, label="About")
    site = api | guide | {f"/news/{n}": article(n) for n in range(30)}
    site["/doc"] = listing("Manual", [*api, *guide])
    site["/news"] = page("News", links([f"/news/{n}" for n in range(30)], "stories"))
    site["/"] = home(links(["/doc", "/news"], "parts"))
    return site, api, guide


def test_both_readings_are_told_with_counts_and_examples():
    site, api, guide = manual()
    crawler = learn(FakeSite(table(site)), min(api), entry="/")
    question = crawler.questions[0]
    assert question.assumed
    assert question.yes.pages > question.no.pages == len(api)  # of the pages seen
    assert len(question.about) == 2
    assert set(question.about) <= urls(guide)
    assert set(question.no.examples) <= urls(api)
    assert set(question.yes.examples) <= urls([*api, *guide])
    assert crawler.doubtful[0] == question.about[0]
    assert loads(dumps(crawler)).questions == crawler.questions


def test_each_answer_leads_to_its_reading():
    site, api, guide = manual()
    sample = min(api)
    asked = learn(FakeSite(table(site)), sample, entry="/").questions[0].about[0]
    path = asked.removeprefix("http://shop.test")
    yes = learn(FakeSite(table(site)), sample, path, entry="/")
    no = learn(FakeSite(table(site)), sample, entry="/", negatives=[path])
    assert yes.learned.expected == len(api) + len(guide)
    assert no.learned.expected == len(api)
    assert not any(set(question.about) & urls([*api, *guide]) for question in yes.questions)


def test_siblings_that_only_the_address_and_the_place_of_linking_tell_apart():
    """Commands and variables of the same template, in folders that are called after them."""
    commands = reference("command/", 40, label="The")
    variables = reference("variable/", 60, label="The")
    site = commands | variables
    site["/commands"] = listing("Commands", commands)
    site["/variables"] = page("Variables", f"<h1>All</h1>{links(variables, 'all')}")
    site["/"] = home(links(["/commands", "/variables"], "parts"))
    assert Outcome(site, min(commands), entry="/").found == urls(commands)


def test_one_page_in_ten_of_a_flat_wiki():
    """People have a box and a list of their own, though one list names all pages."""
    names = [f"/{name(n)}" for n in range(120)]
    people = names[5::10]
    box = "<table class=infobox><tr><th>Born<td>x</table>"
    site = {
        path: page(
            path,
            f"<h1>{path}</h1>{box if path in people else ''}<p>{path}</p>{links(names[n : n + 5], 'see')}",
        )
        for n, path in enumerate(names)
    }
    site |= {"/all": listing("All", names), "/people": page("People", links(people, "members"))}
    site["/"] = home(links(["/all", "/people"], "start"))
    crawler = learn(FakeSite(table(site)), people[3], entry="/")
    _, found = crawl(FakeSite(table(site)), crawler)
    assert set(found) == urls(people)
    asked = {url for question in crawler.questions for url in question.about}
    assert asked & urls(names) - urls(people)  # since the section may be no more than that


def test_what_is_clear_is_not_asked():
    goods = things("p", 40)
    site = goods | {f"/news/{n}": article(n) for n in range(20)}
    site["/news"] = page("News", links([f"/news/{n}" for n in range(20)], "stories"))
    site["/"] = home(links(goods), links(["/news"], "more"))
    assert learn(FakeSite(table(site)), min(goods), entry="/").questions == ()


def test_targets_that_only_a_list_of_much_else_names():
    """One link in eight of it is a target's: dear, but there is no other way."""
    goods = {f"/{name(n)}": product(n) for n in range(20)}
    stories = {f"/x{name(n)}": article(n) for n in range(140)}
    mixed = sorted([*goods, *stories], key=lambda path: path[::-1])
    site = goods | stories | {"/all": page("All", f"<h1>All</h1>{links(mixed, 'all')}")}
    site["/"] = home(links(["/all"], "menu"))
    assert Outcome(site, min(goods)).found == urls(goods)


def sections(count, first=0):
    """Make sections of a manual: all alike, and no address tells one from another."""
    return {
        f"/{name(n)}.html": page(name(n), f"<h2>{name(n)}</h2><p>{name(n)}")
        for n in range(first, first + count)
    }


def listed_manual(commands, chapters):
    """A manual whose commands stand on a page of that name, and chapters on another."""
    site = {**commands, **chapters}
    for what, listed in (("Commands", commands), ("Usage", chapters)):
        text = f"<h2>{what}</h2><p>{what}" + links(listed, "menu")
        site[f"/{what.lower()}.html"] = page(what, text)
    site["/"] = home(links(["/commands.html", "/usage.html"], "toc"))
    return site


def test_a_list_under_the_name_of_a_kind_is_a_class_where_nothing_else_tells_one():
    commands, chapters = sections(30), sections(50, 30)
    site = listed_manual(commands, chapters)
    made = Outcome(site, list(commands)[7])
    assert made.found == urls(commands)
    assert made.crawler.membership is None  # no page shows it by itself
    assert loads(dumps(made.crawler)) == made.crawler
    later = listed_manual(sections(30) | sections(3, 80), chapters)  # three more on the list
    grown = Outcome(site, list(commands)[7], later=later)
    assert grown.found == urls(commands) | urls(sections(3, 80))


def test_a_list_of_anything_is_no_class():
    """The same manual, but the page is called after what the commands are about."""
    commands, chapters = sections(30), sections(50, 30)
    site = listed_manual(commands, chapters)
    text = site.pop("/commands.html").replace(b"Commands", b"Networking")
    site["/networking.html"] = text
    site["/"] = home(links(["/networking.html", "/usage.html"], "toc"))
    assert Outcome(site, list(commands)[7]).found > urls(commands)


def test_news_by_date_whatever_the_year():
    """One template for all pages of a club; only news have dates in their addresses."""
    dated = [f"/{2019 + n % 3}/0{n % 9 + 1}/{n + 1}/{name(n)}" for n in range(24)]
    others = [f"/{folder}/{name(n)}" for folder in ("club", "boats", "dinghy") for n in range(20)]
    site = {path: page(name(n), f"<h1>{name(n)}</h1>") for n, path in enumerate(dated + others)}
    site["/latest"] = page("Latest", links(dated, "cards"))
    site["/map"] = page("Map", links(others, "map"))
    site["/"] = home(links(["/latest", "/map"], "menu"))
    assert Outcome(site, dated[5]).found == urls(dated)


def test_names_in_capitals_sort_pages():
    """Pages of a handbook, all alike, whose file names are words in capitals: GuideOptionsLamoni.html."""
    parts = {
        part: [
            f"/Guide{part}{name(n).title().replace('-', '')}.html" for n in range(first, first + 15)
        ]
        for first, part in zip(
            range(0, 75, 15), ("Options", "Editing", "Sidebar", "Printing", "Windows"), strict=True
        )
    }
    paths = [path for some in parts.values() for path in some]
    site = {path: page(path[6:-5], f"<h1>{path[9:-5]}</h1><p>x") for path in paths}
    site["/"] = home(links(paths, "toc"))
    assert Outcome(site, parts["Options"][3]).found == urls(parts["Options"])
