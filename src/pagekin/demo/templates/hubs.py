"""Pages that lead to listings: home, departments, categories, outlet, list of brands, index."""

from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.catalogue import Catalogue
from pagekin.demo.shop_model.departments import DEPARTMENTS
from pagekin.demo.shop_model.draws import brand_name
from pagekin.demo.shop_model.layout import ShopShelf
from pagekin.demo.shop_model.product import Crumb
from pagekin.demo.shop_model.words import MODIFIERS
from pagekin.demo.templates.chrome import SHOP_NAME, Head, page
from pagekin.demo.templates.html import HOME_CRUMB, Visitor, breadcrumbs, esc, icon, picture
from pagekin.demo.templates.product_parts import strip

_TEASERS = 6
_LEAVES_SHOWN = 5


def home(catalogue: Catalogue, visit: Visitor) -> bytes:
    """Show the home page: a hero, the departments, a few products."""
    layout = catalogue.layout
    tiles = "".join(
        f'<li class="tile"><a class="tile__link" href="{paths.department(number)}">'
        f"{picture(f'/img/department-{number}.svg', department.name, 'tile__picture', 240)}"
        f'<span class="tile__name">{esc(department.name)}</span></a></li>'
        for number, department in enumerate(DEPARTMENTS[: layout.departments])
    )
    body = (
        '<section class="hero"><div class="container hero__inner"><h1 class="hero__title">Good things that last'
        '</h1><p class="hero__text">Tools for everyday life, chosen with care.</p><a class="btn btn--primary '
        f'btn--xl" href="{paths.department(0)}">Start browsing</a> <a class="btn btn--ghost btn--xl" href="/sale">'
        'Outlet offers</a></div></section><section class="container"><h2 class="section-title">Departments</h2>'
        f'<ul class="tiles">{tiles}</ul></section>'
        + strip(
            "Popular now", "product-strip--popular", catalogue.assortment.popular("home", _TEASERS)
        )
    )
    return page(catalogue.assortment, visit, Head("Welcome", paths.HOME, "home"), body)


def department(catalogue: Catalogue, visit: Visitor, number: int) -> bytes:
    """Show a department: its categories and, in each, its leaf categories."""
    name = DEPARTMENTS[number].name
    layout = catalogue.layout
    blocks = []
    for goods, sort in enumerate(DEPARTMENTS[number].goods[: layout.categories]):
        leaves = "".join(
            f'<li class="cat-block__leaf"><a href="{paths.leaf(number, goods, modifier)}">'
            f"{MODIFIERS[modifier]} {esc(sort.many)}</a></li>"
            for modifier in range(min(layout.leaves, _LEAVES_SHOWN))
        )
        path = paths.category(number, goods)
        blocks.append(
            f'<div class="cat-block"><a class="cat-block__media" href="{path}">'
            f"{picture(f'/img/goods-{number}-{goods}.svg', sort.many, 'cat-block__picture', 200)}</a>"
            f'<h2 class="cat-block__title"><a href="{path}">{esc(sort.many)}</a></h2>'
            f'<ul class="cat-block__leaves">{leaves}</ul></div>'
        )
    body = (
        f'{breadcrumbs([HOME_CRUMB], name)}<div class="container"><h1 class="page-title">{esc(name)}</h1>'
        f'<div class="cat-blocks">{"".join(blocks)}</div></div>'
        + strip(
            "Popular in this shop", "product-strip--popular", catalogue.assortment.popular(name, 6)
        )
    )
    return page(
        catalogue.assortment, visit, Head(name, paths.department(number), "department"), body
    )


def category(catalogue: Catalogue, visit: Visitor, number: int, goods: int) -> bytes:
    """Show a category: its leaf categories."""
    sort = DEPARTMENTS[number].goods[goods]
    chips = "".join(
        f'<li class="chip"><a class="chip__link" href="{paths.leaf(number, goods, modifier)}">'
        f"{icon('tag', 16)}<span>{MODIFIERS[modifier]} {esc(sort.many)}</span></a></li>"
        for modifier in range(catalogue.layout.leaves)
    )
    crumbs = [HOME_CRUMB, Crumb(DEPARTMENTS[number].name, paths.department(number))]
    body = (
        f'{breadcrumbs(crumbs, sort.many)}<div class="container category"><h1 class="page-title">'
        f'{esc(sort.many)}</h1><div class="category__intro rich-text"><p>Everything you need to know before '
        f"choosing from our {esc(sort.many.lower())}, and a choice made with care.</p></div>"
        f'<ul class="chips">{chips}</ul></div>'
    )
    return page(
        catalogue.assortment,
        visit,
        Head(sort.many, paths.category(number, goods), "category"),
        body,
    )


def outlet(catalogue: Catalogue, visit: Visitor) -> bytes:
    """Show the outlet's own start page: all its categories."""
    links = []
    for number in range(catalogue.layout.outlet_shelves):
        crumb = catalogue.assortment.shelf_crumbs(ShopShelf(outlet=True, number=number))[-1]
        links.append(
            f'<tr><td class="outlet-list__no">{paths.OUTLET_FIRST_CATEGORY + number}</td><td>'
            f'<a href="{esc(crumb.path)}">{esc(crumb.name)}</a></td></tr>'
        )
    body = (
        f'{breadcrumbs([HOME_CRUMB], "Outlet")}<div class="container outlet"><h1 class="page-title">Outlet</h1>'
        '<p class="lead">Last pieces, returns and small flaws.</p><table class="outlet-list"><thead><tr>'
        f"<th>No.</th><th>Category</th></tr></thead><tbody>{''.join(links)}</tbody></table></div>"
    )
    return page(catalogue.assortment, visit, Head("Outlet", paths.OUTLET, "outlet"), body)


def brands(catalogue: Catalogue, visit: Visitor) -> bytes:
    """Show all brands by letter."""
    seed = catalogue.assortment.seed
    names = sorted(brand_name(seed, number) for number in range(catalogue.layout.brands))
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(name[0], []).append(name)
    letters = "".join(f'<a class="az__letter" href="#{letter}">{letter}</a>' for letter in groups)
    blocks = "".join(
        f'<section class="az__group" id="{letter}"><h2>{letter}</h2><ul>'
        + "".join(f'<li><a href="{paths.brand(name)}">{esc(name)}</a></li>' for name in group)
        + "</ul></section>"
        for letter, group in groups.items()
    )
    body = (
        f'{breadcrumbs([HOME_CRUMB], "Brands")}<div class="container az"><h1 class="page-title">Brands</h1>'
        f'<div class="az__letters">{letters}</div>{blocks}</div>'
    )
    return page(catalogue.assortment, visit, Head("Brands", paths.BRANDS, "brands"), body)


def index(catalogue: Catalogue, visit: Visitor) -> bytes:
    """Show the product index: a link to each of its parts."""
    run = catalogue.index_run()
    links = []
    for part in range(1, run.pages + 1):
        places = run.on_page(part)
        first, last = (catalogue.assortment.number(slot) for slot in (places[0], places[-1]))
        links.append(
            f'<li class="index__part"><a href="{paths.index_part(part)}">Articles {first} to {last}</a></li>'
        )
    body = (
        f'{breadcrumbs([HOME_CRUMB], "All products")}<div class="container index"><h1 class="page-title">All products'
        f'</h1><p class="lead">Everything {esc(SHOP_NAME)} sells, by article number.</p>'
        f'<ul class="index__parts">{"".join(links)}</ul></div>'
    )
    return page(catalogue.assortment, visit, Head("All products", paths.INDEX, "index"), body)


def index_part(catalogue: Catalogue, visit: Visitor, part: int) -> bytes:
    """Show a part of the product index: nothing but names."""
    teasers = (catalogue.teaser(slot) for slot in catalogue.index_page(part))
    links = "".join(
        f'<li class="index__item"><a href="{esc(teaser.path)}">{esc(teaser.name)}</a></li>'
        for teaser in teasers
    )
    title = f"All products, part {part}"
    body = (
        f'{breadcrumbs([HOME_CRUMB, Crumb("All products", paths.INDEX)], f"Part {part}")}<div class="container index">'
        f'<h1 class="page-title">{title}</h1><ol class="index__items">{links}</ol></div>'
    )
    return page(
        catalogue.assortment, visit, Head(title, paths.index_part(part), "index-part"), body
    )
