"""The pages around the goods: the journal and the help pages, with the broken links they collected."""

import datetime as dt

from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.assortment import Assortment
from pagekin.demo.shop_model.departments import DEPARTMENTS
from pagekin.demo.shop_model.dice import Dice
from pagekin.demo.shop_model.figures import FIRST_DAY, slug, written_date
from pagekin.demo.shop_model.layout import ListRun
from pagekin.demo.shop_model.product import Crumb
from pagekin.demo.shop_model.words import (
    BLOG_SENTENCES,
    BLOG_TOPICS,
    FIRST_NAMES,
    HELP_SENTENCES,
    HELP_TOPICS,
    INITIALS,
)
from pagekin.demo.templates.chrome import Head, page
from pagekin.demo.templates.html import HOME_CRUMB, Visitor, breadcrumbs, cells, esc, pager, picture
from pagekin.demo.templates.product_parts import strip

POSTS = 36
POST_RUN = ListRun(POSTS, 8)

BROKEN_LINKS = (
    "/blog/2019-summer-sale/",
    "/help/showroom-opening-hours",
    "/p/11-discontinued-classic",
    "/c/christmas/",
)
"""Links that lead nowhere: each is on one journal article or help page."""

MOVED = {
    "/sale": paths.OUTLET,
    "/help/contact-us": paths.help_topic("contact"),
}
"""Old addresses that redirect."""

_JOURNAL = Crumb("Journal", paths.BLOG)
_HELP = Crumb("Help", paths.HELP)


def post_title(number: int) -> str:
    """Name an article of the journal; no two are called the same."""
    department = DEPARTMENTS[number % len(DEPARTMENTS)]
    sort = department.goods[(number * 7 + number // len(DEPARTMENTS)) % len(department.goods)]
    return BLOG_TOPICS[number * 5 % len(BLOG_TOPICS)].format(one=sort.one, many=sort.many)


def post_path(number: int) -> str:
    """Return the path of an article."""
    return f"{paths.BLOG}{number + 1}-{slug(post_title(number))}/"


def blog(assortment: Assortment, visit: Visitor, number: int) -> bytes:
    """Show a page of the journal's list of articles."""
    items = "".join(_post_teaser(assortment, post) for post in POST_RUN.on_page(number))
    body = (
        f'{breadcrumbs([HOME_CRUMB], "Journal")}<div class="container blog"><h1 class="page-title">Journal</h1>'
        f'<div class="blog__list">{items}</div>{pager(paths.blog, POST_RUN, number)}</div>'
    )
    return page(assortment, visit, Head("Journal", paths.blog(number), "blog"), body)


def _post_teaser(assortment: Assortment, post: int) -> str:
    author, date = _byline(assortment, post)
    path = post_path(post)
    return (
        f'<article class="post-teaser"><a class="post-teaser__media" href="{path}">'
        f"{picture(f'/img/post-{post}.svg', post_title(post), 'post-teaser__picture', 320)}</a>"
        f'<header><h2 class="post-teaser__title"><a href="{path}">{esc(post_title(post))}</a></h2>'
        f'<p class="post-teaser__meta">{esc(author)}, <time datetime="{date}">{written_date(date)}</time></p></header>'
        f'<p>{BLOG_SENTENCES[post % len(BLOG_SENTENCES)]}</p><a class="post-teaser__more" href="{path}">Read on</a>'
        "</article>"
    )


def _byline(assortment: Assortment, post: int) -> tuple[str, dt.date]:
    dice = Dice(assortment.seed, "post", post)
    author = f"{dice.pick(FIRST_NAMES)} {dice.pick(INITIALS)}."
    return author, FIRST_DAY - dt.timedelta(days=9 * post + dice.below(9))


def post(assortment: Assortment, visit: Visitor, number: int) -> bytes:
    """Show an article; some quote an address that has been gone for years."""
    title = post_title(number)
    author, date = _byline(assortment, number)
    dice = Dice(assortment.seed, "article", number)
    paragraphs = "".join(
        "<p>{}</p>".format(" ".join(dice.pick(BLOG_SENTENCES) for _ in range(dice.between(2, 5))))
        for _ in range(dice.between(3, 7))
    )
    aside = ""
    if number < len(BROKEN_LINKS):
        aside = f'<p>See also <a href="{BROKEN_LINKS[number]}">what we wrote before</a>.</p>'
    neighbours = "".join(
        f'<li><a href="{post_path(other)}">{esc(post_title(other))}</a></li>'
        for other in ((number + 1) % POSTS, (number + 7) % POSTS, (number + 13) % POSTS)
    )
    body = (
        f'{breadcrumbs([HOME_CRUMB, _JOURNAL], title)}<article class="container post"><header class="post__head">'
        f'<h1 class="page-title">{esc(title)}</h1><p class="post__meta">By <span class="post__author">{esc(author)}'
        f'</span> on <time datetime="{date}">{written_date(date)}</time></p></header>'
        f'{picture(f"/img/post-{number}.svg", title, "post__picture", 720)}<div class="post__body rich-text">'
        f'{paragraphs}{aside}</div><footer class="post__foot"><h2>Read next</h2><ul>{neighbours}</ul></footer></article>'
        + strip("From this article", "product-strip--post", assortment.popular(title, 4))
    )
    return page(assortment, visit, Head(title, post_path(number), "article"), body)


def help_index(assortment: Assortment, visit: Visitor) -> bytes:
    """Show the help centre."""
    links = "".join(
        f'<li class="help__topic"><a href="{paths.help_topic(name)}">{esc(title)}</a></li>'
        for name, title in HELP_TOPICS
    )
    body = (
        f'{breadcrumbs([HOME_CRUMB], "Help")}<div class="container help"><h1 class="page-title">How can we help?'
        f'</h1><ul class="help__topics">{links}</ul><p>Nothing found? <a href="/help/contact-us">Write to us</a>.</p></div>'
    )
    return page(assortment, visit, Head("Help", paths.HELP, "help"), body)


def help_topic(assortment: Assortment, visit: Visitor, name: str) -> bytes:
    """Show a help page."""
    title = dict(HELP_TOPICS)[name]
    dice = Dice(assortment.seed, "help", name)
    sections = "".join(
        f"<h2>{number}. {dice.pick(HELP_SENTENCES)[:24].rsplit(' ', 1)[0]}</h2>"
        f"{cells('p', (dice.pick(HELP_SENTENCES) for _ in range(dice.between(1, 4))))}"
        for number in range(1, dice.between(3, 7))
    )
    old = f'<p><a href="{BROKEN_LINKS[1]}">Opening hours</a></p>' if name == "contact" else ""
    menu = "".join(
        f'<li><a href="{paths.help_topic(other)}">{esc(label)}</a></li>'
        for other, label in HELP_TOPICS
    )
    body = (
        f'{breadcrumbs([HOME_CRUMB, _HELP], title)}<div class="container help help--topic"><aside class="help__menu">'
        f'<ul>{menu}</ul></aside><div class="help__body rich-text"><h1 class="page-title">{esc(title)}</h1>{sections}'
        f"{old}</div></div>"
    )
    return page(assortment, visit, Head(title, paths.help_topic(name), "help-topic"), body)
