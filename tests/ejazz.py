"""The E-Jazz site of the paper (Figure 2), rebuilt in the size of Table 3's first row.

The entry is the artists' page, 0/2 in the figure. It links to a hub for each letter, 0/2/i, which links to
the artists, 0/2/i/j; and, a shortcut, to one artist directly. Genres, instruments and records stand around
them and link to artists too, so that mapping has over 2,000 links to traverse.
"""

import itertools
import string

ROOT = "http://www.ejazz.com.br"
ENTRY = f"{ROOT}/artistas/"
SAMPLE_NUMBER = 12
ARTISTS, RECORDS_EACH, GENRES, INSTRUMENTS = 149, 13, 24, 30
SHORTCUT = 77
_NAMES = ["Lula", "Nara", "Hermeto", "Elza", "Moacir", "Leny", "Baden"]


def artist_url(number):
    return f"{ROOT}/detalhes-artistas.asp?cd={number}"


def artist_urls(count=ARTISTS):
    return {artist_url(number) for number in range(1, count + 1)}


def ejazz(artists=ARTISTS):
    """Give the site as a table of URL → bytes for a fake site."""
    numbers = range(1, artists + 1)
    records = range(1, artists * RECORDS_EACH + 1)
    site = {
        f"{ROOT}/": _list_page("E-Jazz", []),
        ENTRY: _entry(),
        f"{ROOT}/generos/": _list_page(
            "Gêneros", [f"/detalhes-generos.asp?cd={g}" for g in range(1, GENRES + 1)]
        ),
        f"{ROOT}/instrumentos/": _list_page(
            "Instrumentos",
            [f"/detalhes-instrumentos.asp?cd={i}" for i in range(1, INSTRUMENTS + 1)],
        ),
        f"{ROOT}/discos/": _list_page(
            "Discos", [f"/discos/default_{x}" for x in string.ascii_lowercase]
        ),
    }
    for place, letter in enumerate(string.ascii_lowercase):
        mine = [n for n in numbers if n % 26 == place]
        site[f"{ROOT}/artistas/default_{letter}"] = _hub(letter, mine)
        discs = [f"/detalhes-discos.asp?cd={r}" for r in records if r % 26 == place]
        site[f"{ROOT}/discos/default_{letter}"] = _list_page(f"Discos: {letter}", discs)
    for genre in range(1, GENRES + 1):
        players = [n for n in numbers if n % GENRES + 1 == genre]
        site[f"{ROOT}/detalhes-generos.asp?cd={genre}"] = _essay(f"Gênero {genre}", players)
    for instrument in range(1, INSTRUMENTS + 1):
        players = [n for n in numbers if n % INSTRUMENTS + 1 == instrument]
        site[f"{ROOT}/detalhes-instrumentos.asp?cd={instrument}"] = _essay(
            f"Instrumento {instrument}", players
        )
    for number in numbers:
        site[artist_url(number)] = _artist(number)
    for record in records:
        site[f"{ROOT}/detalhes-discos.asp?cd={record}"] = _record(record)
    return site


def _page(title, content):
    menu = "".join(
        f'<td><a href="/{section}/"><img src="/img/{section}.gif" alt="{section}"></a></td>'
        for section in ("artistas", "generos", "instrumentos", "discos")
    )
    return (
        f"<html><head><title>{title}</title></head><body bgcolor=#ffffff>"
        f'<table width="760"><tr><td><a href="/"><img src="/img/logo.gif" alt="ejazz"></a></td>{menu}</tr></table>'
        f"{content}<hr><center><font size=1>ejazz</font></center></body></html>"
    ).encode()


def _entry():
    letters = "".join(f'<a href="default_{x}">{x.upper()}</a> ' for x in string.ascii_lowercase)
    return _page(
        "Artistas",
        f"<h1>Artistas</h1><p>{letters}</p><h3>Artista da semana</h3>"
        f'<p><a href="{artist_url(SHORTCUT)}">{_name(SHORTCUT)}</a></p>',
    )


def _hub(letter, numbers):
    rows = "".join(f'<li><a href="{artist_url(n)}">{_name(n)}</a></li>' for n in numbers)
    return _page(f"Artistas: {letter}", f"<h1>{letter.upper()}</h1><ul>{rows}</ul>")


def _list_page(title, hrefs):
    items = "".join(f'<li><a href="{href}">{href[-6:]}</a></li>' for href in hrefs)
    return _page(title, f"<h1>{title}</h1><ol>{items}</ol>")


def _essay(title, numbers):
    paragraphs = "".join(f"<p>Texto <i>{word}</i></p>" for word in _NAMES)
    players = "".join(f'<a href="{artist_url(n)}">{_name(n)}</a><br>' for n in numbers)
    return _page(title, f"<h2>{title}</h2><div>{paragraphs}</div><div>{players}</div>")


def _artist(number):
    """An artist has a picture, facts, a life of one to three paragraphs and a table of records."""
    first = (number - 1) * RECORDS_EACH + 1
    discs = "".join(
        f'<tr><td>{1950 + r % 60}</td><td><a href="/detalhes-discos.asp?cd={r}">Disco {r}</a></td><td>LP</td></tr>'
        for r in range(first, first + RECORDS_EACH - number % 3)
    )
    facts = "".join(
        f"<dt><b>{fact}</b></dt><dd>{number}</dd>" for fact in ("Nome", "Nascimento", "Local")
    )
    life = "<p>Vida.</p>" * (1 + number % 3)
    return _page(
        _name(number),
        f'<h1>{_name(number)}</h1><table><tr><td><img src="/img/a{number}.jpg"></td><td><dl>{facts}</dl></td></tr></table>'
        f"<blockquote>{life}</blockquote><h2>Discografia</h2><table><tbody>{discs}</tbody></table>"
        f'<p><a href="/detalhes-generos.asp?cd={number % GENRES + 1}">Gênero</a></p>',
    )


def _record(record):
    artist = (record - 1) // RECORDS_EACH + 1
    tracks = "".join(f"<li>Faixa {n}</li>" for n in range(1, 6 + record % 4))
    return _page(
        f"Disco {record}",
        f'<h3>Disco {record}</h3><p>de <a href="{artist_url(artist)}">{_name(artist)}</a></p><ol>{tracks}</ol>',
    )


def _name(number):
    return f"{next(itertools.islice(itertools.cycle(_NAMES), number % 7, None))} {number}"
