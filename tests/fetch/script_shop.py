"""A small shop that is empty without its scripts: one shell for all pages, a JSON interface, one script."""

import json

from loopback import Answer

JSON = {"Content-Type": "application/json"}
SCRIPT = {"Content-Type": "text/javascript"}
SHELL = b"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="stylesheet" href="/app.css"></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>
<script src="/app.js"></script></body></html>"""

# Links have real addresses, and going to one of them does not load a page, as people do it today.
APP = rb"""
const root = document.getElementById('root');
const ask = path => fetch('/api' + path).then(answer => answer.json());
const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
};
const link = (href, text) => {
    const a = make('a', {href}, text);
    a.onclick = event => { event.preventDefault(); history.pushState({}, '', href); show(); };
    return a;
};
const menu = shop => make('nav', {class: 'menu'},
    ...shop.categories.map(c => make('div', {}, link('/c/' + c.id, c.name))), link('/about', 'About us'));
const views = {
    '': async () => [make('h1', {}, 'Welcome'), make('p', {class: 'intro'}, 'Everything there is.')],
    c: async id => {
        const category = await ask('/categories/' + id);
        return [make('h1', {}, category.name), make('ul', {class: 'goods'},
            ...category.goods.map(g => make('li', {}, link('/p/' + g.id, g.name))))];
    },
    p: async id => {
        const g = await ask('/goods/' + id);
        return [make('article', {class: 'good'}, make('h1', {}, g.name),
            make('img', {src: '/img/' + g.id + '.jpg'}),
            make('dl', {}, make('dt', {}, 'Price'), make('dd', {class: 'price'}, g.price),
                make('dt', {}, 'In stock'), make('dd', {class: 'stock'}, String(g.stock))),
            make('p', {class: 'text'}, g.text))];
    },
    about: async () => [make('h1', {}, 'About us'), make('form', {action: '/search', method: 'get'},
        make('input', {name: 'q'}), make('button', {}, 'Find'))],
};
const show = async () => {
    const [, name, id] = location.pathname.split('/');
    const shop = await ask('/shop');
    const view = await (views[name] || views[''])(id);
    root.replaceChildren(menu(shop), make('main', {}, ...view));
    document.title = root.querySelector('h1').textContent;
};
addEventListener('popstate', show);
show();
"""

CATEGORIES = ("Lamps", "Chairs", "Tables")
GOODS = 4  # in each category


def good_paths() -> set[str]:
    return {f"/p/{number}" for number in range(len(CATEGORIES) * GOODS)}


def shop_routes() -> dict[str, Answer]:
    """Give the routes of the whole shop, for a server on loopback."""
    shell = Answer(SHELL)
    routes = {"/": shell, "/about": shell, "/app.js": Answer(APP, 200, SCRIPT)}
    routes["/app.css"] = Answer(b"body { color: black }", 200, {"Content-Type": "text/css"})
    routes["/robots.txt"] = Answer(b"", 404)
    shop = {"categories": [{"id": i, "name": name} for i, name in enumerate(CATEGORIES)]}
    routes["/api/shop"] = _json(shop)
    for i, name in enumerate(CATEGORIES):
        goods = [_good(i * GOODS + n, name) for n in range(GOODS)]
        routes[f"/c/{i}"] = shell
        routes[f"/api/categories/{i}"] = _json({"name": name, "goods": goods})
        for good in goods:
            routes[f"/p/{good['id']}"] = shell
            routes[f"/api/goods/{good['id']}"] = _json(good)
    return routes


def _good(number: int, category: str) -> dict:
    return {
        "id": number,
        "name": f"{category[:-1]} No. {number}",
        "price": f"€ {10 + 7 * number}.50",
        "stock": (number * 5) % 13,
        "text": f"The {category[:-1].lower()} that has been missing from room {number}.",
    }


def _json(value: object) -> Answer:
    return Answer(json.dumps(value).encode(), 200, JSON)
