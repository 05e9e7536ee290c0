"""What surrounds every page: head, header with menu and search, footer."""

import functools
from dataclasses import dataclass

from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.assortment import Assortment
from pagekin.demo.shop_model.departments import DEPARTMENTS
from pagekin.demo.shop_model.words import HELP_TOPICS
from pagekin.demo.templates.html import Visitor, esc, icon

SHOP_NAME = "Kinfolk & Co."

_MENU_CATEGORIES = 6
_PAYMENTS = ("Card", "Transfer", "Invoice", "Wallet", "Gift card")
_NETWORKS = ("Fotogram", "Chirp", "Tubes", "Pins")


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a page says of it."""

    title: str
    path: str
    page_type: str
    description: str = ""
    image: str | None = None
    extra: str = ""


def page(assortment: Assortment, visit: Visitor, head: Head, body: str) -> bytes:
    """Put a page together."""
    top = (
        f'{_head(visit, head)}<body class="page page--{head.page_type} js-loading" '
        f'data-page-type="{head.page_type}" data-shop="kinfolk">'
    )
    main = f'<main id="main" class="page__main" role="main">{body}</main>'
    frame = _frame(assortment, visit.signed_in)
    return b"".join((top.encode(), frame[0], main.encode(), frame[1]))


@functools.lru_cache(maxsize=16)
def _frame(assortment: Assortment, signed_in: bool) -> tuple[bytes, bytes]:  # noqa: FBT001 (passed on)
    """Encode once what stands around the main part of every page."""
    header, footer = _header(assortment, signed_in=signed_in), _footer(assortment)
    return header.encode(), f"{footer}</body></html>\n".encode()


def _head(visit: Visitor, head: Head) -> str:
    title = f"{esc(head.title)} | {esc(SHOP_NAME)}"
    url = esc(visit.origin + head.path)
    description = esc(head.description or f"{head.title} at {SHOP_NAME}: good things that last.")
    image = f"{esc(visit.origin)}{head.image or '/img/share.svg'}"
    return (
        '<!DOCTYPE html>\n<html lang="en" dir="ltr" class="no-js"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
        f'<title>{title}</title><meta name="description" content="{description}">'
        f'<link rel="canonical" href="{url}"><meta property="og:site_name" '
        f'content="{esc(SHOP_NAME)}"><meta property="og:type" content="{head.page_type}">'
        f'<meta property="og:title" content="{esc(head.title)}"><meta property="og:url" '
        f'content="{url}"><meta property="og:image" content="{image}">'
        '<meta property="og:locale" content="en_IE"><meta name="twitter:card" '
        f'content="summary_large_image"><meta name="theme-color" content="#1f3d36">{_ASSETS}'
        f"{head.extra}</head>\n"
    )


_ASSETS = (
    '<link rel="preload" href="/static/shop.css" as="style">'
    '<link rel="stylesheet" href="/static/shop.css" media="all">'
    '<link rel="icon" type="image/svg+xml" href="/static/favicon.svg">'
    "<style>.no-js .js-only{display:none!important}</style>"
    '<script>document.documentElement.className="js";window.dataLayer=window.dataLayer||[];'
    'dataLayer.push({event:"page_view",ab:"b7"});</script>'
    '<script src="/static/shop.js" defer></script>'
)


def _header(assortment: Assortment, *, signed_in: bool) -> str:
    account = (
        f'<a class="header-action" href="{paths.LOGOUT}" rel="nofollow">{icon("user")}<span>Sign out</span></a>'
        if signed_in
        else f'<a class="header-action" href="{paths.LOGIN}">{icon("user")}<span>Sign in</span></a>'
    )
    return (
        '<a class="skip-link sr-only" href="#main">Skip to content</a>'
        '<div class="promo-bar" data-module="promo" data-dismissible="true"><p class="promo-bar__text">'
        f'Free delivery from €49 · 30 days to return</p><button type="button" class="promo-bar__close js-only" '
        f'aria-label="Close">{icon("close", 16)}</button></div>'
        '<header class="site-header" data-module="header" data-sticky="true"><div class="container site-header__row">'
        f'<a class="site-header__logo" href="{paths.HOME}" title="Home">{icon("logo", 36)}'
        f"<span>{esc(SHOP_NAME)}</span></a>{_search_form()}"
        f'<div class="site-header__actions">{account}<a class="header-action" href="{paths.ACCOUNT}">'
        f'{icon("heart")}<span>Account</span></a><div class="mini-cart" data-module="mini-cart" data-count="0">'
        f'<a class="header-action header-action--cart" href="{paths.CART}">{icon("cart")}<span>Cart</span>'
        '<span class="mini-cart__badge css-k3x91a" aria-live="polite">0</span></a>'
        '<div class="mini-cart__panel" hidden><p class="mini-cart__empty">Your cart is empty.</p>'
        f'<a class="btn btn--primary" href="{paths.CART}">View cart</a></div></div></div></div>'
        f"{_menu(assortment)}</header>"
    )


def _search_form() -> str:
    return (
        f'<form class="search-form" action="{paths.SEARCH}" method="get" role="search">'
        '<label class="sr-only" for="q">Search</label><input class="search-form__input" id="q" name="q" '
        'type="search" placeholder="Search products and brands" autocomplete="off" maxlength="80">'
        f'<button class="search-form__submit" type="submit" aria-label="Search">{icon("search", 20)}'
        "</button></form>"
    )


def _menu(assortment: Assortment) -> str:
    layout = assortment.layout
    items = []
    for number, department in enumerate(DEPARTMENTS[: layout.departments]):
        shown = department.goods[: min(layout.categories, _MENU_CATEGORIES)]
        links = "".join(
            f'<li class="mega-menu__item"><a class="mega-menu__link" href="{paths.category(number, goods)}">'
            f"{esc(sort.many)}</a></li>"
            for goods, sort in enumerate(shown)
        )
        items.append(
            f'<li class="main-nav__item has-children" data-index="{number}"><a class="main-nav__link" '
            f'href="{paths.department(number)}"><span>{esc(department.name)}</span>{icon("chevron-down", 12)}</a>'
            f'<div class="mega-menu"><div class="mega-menu__col"><p class="mega-menu__heading">'
            f'{esc(department.name)}</p><ul class="mega-menu__list">{links}<li class="mega-menu__item '
            f'mega-menu__item--all"><a class="mega-menu__link" href="{paths.department(number)}">View all</a>'
            "</li></ul></div></div></li>"
        )
    return (
        '<nav class="main-nav" aria-label="Main"><ul class="main-nav__list container">'
        f'{"".join(items)}<li class="main-nav__item"><a class="main-nav__link" href="{paths.BRANDS}">Brands</a></li>'
        f'<li class="main-nav__item main-nav__item--sale"><a class="main-nav__link" href="{paths.OUTLET}">Outlet</a>'
        f'</li><li class="main-nav__item"><a class="main-nav__link" href="{paths.BLOG}">Journal</a></li></ul></nav>'
    )


def _footer(assortment: Assortment) -> str:
    layout = assortment.layout
    departments = [
        (department.name, paths.department(number))
        for number, department in enumerate(DEPARTMENTS[: layout.departments])
    ]
    topics = [(title, paths.help_topic(name)) for name, title in HELP_TOPICS]
    more = [
        ("All products A–Z", paths.INDEX),
        ("Brands", paths.BRANDS),
        ("Journal", paths.BLOG),
        ("Outlet", paths.OUTLET),
        ("Help centre", paths.HELP),
    ]
    columns = "".join(
        _footer_column(heading, links)
        for heading, links in (
            ("Departments", departments),
            ("Customer service", topics[:5]),
            ("The company", topics[5:]),
            ("Discover", more),
        )
    )
    return (
        f'{_USPS}<footer class="site-footer" data-module="footer"><div class="container site-footer__grid">{columns}'
        f'{_newsletter()}</div><div class="container site-footer__bottom">{_small_print()}</div></footer>'
        '<div class="cookie-banner" data-module="consent" role="dialog" aria-label="Cookies" hidden>'
        '<p>We only use the cookies we need.</p><button type="button" class="btn btn--ghost">Fine</button></div>'
        '<noscript><p class="noscript">Some features need JavaScript.</p></noscript>'
    )


_USPS = '<section class="usp-bar"><ul class="container usp-bar__list">{}</ul></section>'.format(
    "".join(
        f'<li class="usp-bar__item">{icon(name, 28)}<div><strong>{title}</strong><span>{text}</span></div></li>'
        for name, title, text in (
            ("truck", "Fast delivery", "With you in 2 to 4 days"),
            ("return", "Easy returns", "30 days, no questions"),
            ("shield", "Safe payment", "Encrypted from end to end"),
            ("leaf", "Made to last", "Spare parts for ten years"),
        )
    )
)


def _footer_column(heading: str, links: list[tuple[str, str]]) -> str:
    items = "".join(
        f'<li><a class="site-footer__link" href="{path}">{esc(text)}</a></li>'
        for text, path in links
    )
    return (
        f'<div class="site-footer__col"><h2 class="site-footer__heading">{esc(heading)}</h2>'
        f'<ul class="site-footer__list">{items}</ul></div>'
    )


def _newsletter() -> str:
    return (
        '<div class="site-footer__col site-footer__col--wide"><h2 class="site-footer__heading">Newsletter</h2>'
        f'<form class="newsletter" action="{paths.NEWSLETTER}" method="post" data-module="newsletter"><p>News and '
        'offers, once a month.</p><div class="newsletter__row"><label class="sr-only" for="nl-email">E-mail</label>'
        '<input class="newsletter__input" id="nl-email" type="email" name="email" placeholder="you@example.org" '
        'required><input type="hidden" name="source" value="footer"><button class="btn btn--primary" '
        'type="submit">Subscribe</button></div></form></div>'
    )


def _small_print() -> str:
    payments = "".join(
        f'<li class="payments__item"><span class="payments__card">{icon("card", 20)}{name}</span></li>'
        for name in _PAYMENTS
    )
    networks = "".join(
        f'<li class="social__item"><a class="social__link" href="https://{name.lower()}.example/kinfolk" '
        f'rel="noopener external" target="_blank">{icon("share", 20)}<span class="sr-only">{name}</span></a></li>'
        for name in _NETWORKS
    )
    return (
        f'<ul class="payments" aria-label="Payment methods">{payments}</ul><ul class="social">{networks}</ul>'
        f'<p class="site-footer__legal"><small>© 2025 {esc(SHOP_NAME)} A shop that exists only in pagekin. All prices '
        "include VAT.</small></p>"
    )
