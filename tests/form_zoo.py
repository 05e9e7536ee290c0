"""Small shops on loopback, each with another kind of form before its products: what people meet out there."""

from urllib.parse import parse_qsl, unquote_to_bytes

from answering import Answering

KINDS = ("tea", "cups", "pots", "spoons", "tins", "trays")
EACH = 6  # products of a kind


class Shop(Answering):
    """Serves a shop: a start page with news and a way to the form at /find; products at /p/NUMBER.

    What is asked for at any other path is given by `answer(method, path, pairs)`.
    """

    charset = "utf-8"

    def __init__(self):
        self.asked = []  # method, path, data as they came
        super().__init__()

    def reply(self, method, target, data):
        path, _, query = target.partition("?")
        if method == "GET":
            data = query
        else:
            path = target
        self.asked.append((method, path, data))
        pairs = parse_qsl(data, keep_blank_values=True, encoding=self.charset)
        html, *headers = self.page(method, path, pairs)
        status = 200 if html is not None and not headers else 302 if headers else 404
        body = f"<!doctype html><html><body>{html or ''}</body></html>".encode(self.charset)
        return status, [("Content-Type", f"text/html; charset={self.charset}"), *headers], body

    def page(self, method, path, pairs):
        """Give a page, None for none; further headers make it a redirect."""
        folder, _, name = path.strip("/").partition("/")
        if path == "/":
            menu = "".join(f'<li><a href="/news/{n}">News {n}</a></li>' for n in range(1, 13))
            return (f'<h1>Welcome</h1><ul>{menu}</ul><p><a href="/find">find</a></p>',)
        if folder == "news":
            return (f"<article><h3>News {name}</h3><p>Nothing happened.</p></article>",)
        if folder == "p" and name:
            return (product(name),)
        answer = self.answer(method, path, pairs)
        return answer if isinstance(answer, tuple) else (answer,)

    def answer(self, method, path, pairs):
        raise NotImplementedError

    @property
    def products(self):
        return {f"{self.url}/p/{n}" for kind in KINDS for n in numbers_of(kind)}


def numbers_of(kind):
    if kind not in KINDS:
        return []
    first = KINDS.index(kind) * EACH
    return [(first + n) * 7919 % 1000 + 1000 for n in range(EACH)]


def product(name):
    return (
        f'<div class="product"><h1>Number {name}</h1><table><tr><th>Price</th><td>{name[::-1]}</td></tr>'
        f"<tr><th>Shelf</th><td>{int(name) % 7}</td></tr></table><p>Nice.</p></div>"
    )


def listing(numbers):
    items = "".join(f'<div class="item"><a href="/p/{n}">Number {n}</a></div>' for n in numbers)
    return f"<h2>List</h2><section>{items}</section>"


def options(values, attributes=""):
    return "".join(f'<option {attributes} value="{value}">{value}</option>' for value in values)


class WithForm(Shop):
    """A form, as it is written, and which field names the kind of products."""

    form = ""
    field = "kind"
    to = "/list"

    def answer(self, method, path, pairs):
        if path == "/find" and (self.to != "/find" or not pairs):
            return f"<h2>Find</h2>{self.form}"
        return listing(self.numbers(method, dict(pairs))) if path == self.to else None

    def numbers(self, _method, asked):
        return numbers_of(asked.get(self.field))


class Words(WithForm):
    """A drop-down and a field for text, which must not be empty."""

    form = f"""<form action=/list><select name=where>{options(["all", "titles"])}</select>
    <input name=q required placeholder="Search"> <button>Search</button></form>"""

    def numbers(self, _method, asked):
        return numbers_of(asked.get("q"))


class Boxes(WithForm):
    """Radio buttons and check boxes, posted: nothing is shown unless a kind is chosen."""

    form = f"""<form action=/list method=post>
    {"".join(f"<label><input type=radio name=kind value={k}>{k}</label>" for k in KINDS)}
    <input type=checkbox name=half value=1> <input type=checkbox name=rest value=1>
    <input type=submit value=Show></form>"""

    def numbers(self, method, asked):
        if method != "POST":
            return []
        numbers = numbers_of(asked.get("kind"))
        return numbers if "rest" in asked else numbers[: EACH // 2]


class LinksBeyond(WithForm):
    """Results that are posted for go on by links."""

    form = f"<form action=/list method=post><select name=kind>{options(KINDS)}</select><button>Go</button></form>"

    def answer(self, method, path, pairs):
        if path != "/list":
            return super().answer(method, path, pairs)
        asked = dict(pairs)
        kind, start = asked.get("kind"), int(asked.get("from", 0))
        more = f'<p><a class="more" href="/list?kind={kind}&amp;from={start + 2}">more</a></p>'
        is_more = start + 2 < EACH
        return listing(numbers_of(kind)[start : start + 2]) + more * is_more


class FormsBeyond(LinksBeyond):
    """Results that are posted for go on by forms with nothing but a button."""

    method = "post"

    def answer(self, method, path, pairs):
        if path != "/list":
            return super().answer(method, path, pairs)
        asked = dict(pairs)
        kind, start = asked.get("kind"), int(asked.get("from", 0))
        more = (
            f'<form class="more" action="/list" method="{self.method}"><input type=hidden name=kind value="{kind}">'
            f'<input type=hidden name=from value="{start + 2}"><button>Next page</button></form>'
        )
        return listing(numbers_of(kind)[start : start + 2]) + more * (start + 2 < EACH)


class GetFormsBeyond(FormsBeyond):
    """The same by GET: links in all but name."""

    form = (
        f"<form action=/list><select name=kind>{options(KINDS)}</select><button>Go</button></form>"
    )
    method = "get"


class Jump(WithForm):
    """A drop-down that redirects to lists which nothing else leads to."""

    form = f"<form action=/go><select name=to onchange=this.form.submit()>{options(KINDS)}</select></form>"

    def answer(self, method, path, pairs):
        if path == "/go":
            return "", ("Location", f"/kind/{dict(pairs)['to']}")
        if path.startswith("/kind/"):
            return listing(numbers_of(path.removeprefix("/kind/")))
        return super().answer(method, path, pairs)


class Menu(Jump):
    """A drop-down without a form, whose script goes to what is chosen."""

    form = """<select onchange="window.location = this.options[this.selectedIndex].value"><option value="">Choose
    """ + options([f"kind/{kind}" for kind in KINDS]) + "</select>"  # fmt: skip


class Buttons(WithForm):
    """Each kind has a button; what is in stock is a choice."""

    form = f"""<form action=/list method=POST><select name=stock>{options(["all", "some"])}</select>
    {"".join(f"<button name=kind value={k}>{k.title()}</button>" for k in KINDS)}</form>"""


class ButtonsOnly(WithForm):
    """Each kind has a button, and there is nothing else in the form."""

    form = (
        "<form action=/list>"
        + "".join(f"<button name=kind value={k}>{k.title()}</button>" for k in KINDS)
        + "</form>"
    )


class ElsewhereButtons(WithForm):
    """The form goes nowhere; its button says where to."""

    form = f"""<form action=/nowhere><select name=kind>{options(KINDS)}</select>
    <button formaction=/list formmethod=Post>Show</button></form>"""


class Several(WithForm):
    """A list for several, in groups, some of which cannot be chosen."""

    form = f"""<form action=/list method=Post><select name=kind multiple>
    <optgroup label=Drinks>{options(KINDS[:1])}</optgroup><optgroup label=Things>{options(KINDS[1:])}</optgroup>
    <optgroup label=Later disabled>{options(["later"])}</optgroup>{options(["never"], "disabled")}
    </select><button>Show</button></form>"""


class Suggested(WithForm):
    """A field for text with suggestions."""

    form = f"""<form action=/list><input name=kind list=kinds><button>Show</button></form>
    <datalist id=kinds>{options(KINDS)}</datalist>"""


class Apart(WithForm):
    """Controls that stand outside of the form."""

    form = f"""<form id=f action=/list method=pOsT></form><p><select name=kind form=f>{options(KINDS)}</select>
    <button form=f>Show</button>"""


class Itself(WithForm):
    """No action: the form goes to its own page."""

    form = (
        f"<form method=post><select name=kind>{options(KINDS)}</select><button>Show</button></form>"
    )
    to = "/find"


class Nothing(Itself):
    """An empty action."""

    form = (
        f"<form action='' ><select name=kind>{options(KINDS)}</select><button>Show</button></form>"
    )


class Hash(Itself):
    """An action that names the page itself."""

    form = (
        f"<form action='#'><select name=kind>{options(KINDS)}</select><button>Show</button></form>"
    )


class Multipart(WithForm):
    """A form in parts, which servers read url-encoded as well."""

    form = f"""<form action=/list method=post enctype="multipart/form-data"><select name=kind>{options(KINDS)}
    </select><button>Show</button></form>"""


class Latin(WithForm):
    """Data in Latin-1."""

    charset = "latin-1"
    names = ("thé", "tasses à café", "crème brûlée", "pâté", "maïs", "noël")
    form = f"""<form action=/list accept-charset="ISO-8859-1"><select name=kind>{options(names)}</select>
    <button>Montrer</button></form>"""

    def numbers(self, _method, asked):
        name = asked.get("kind")
        assert all(b < 256 for _, _, data in self.asked for b in unquote_to_bytes(data))
        return numbers_of(KINDS[self.names.index(name)]) if name in self.names else []


class WebForms(Shop):
    """One form around everything, whose hidden fields hold the state of the page, made anew each time.

    Kinds and pages are chosen by links that set two of its fields and submit it. An event that the page did
    not offer is refused.
    """

    script = """var theForm = document.forms['form1'];
    function __doPostBack(eventTarget, eventArgument) {
        if (!theForm.onsubmit || (theForm.onsubmit() != false)) {
            theForm.__EVENTTARGET.value = eventTarget;
            theForm.__EVENTARGUMENT.value = eventArgument;
            theForm.submit();
        }
    }"""
    prefix = ""

    def __init__(self):
        self.states = {}  # by token: kind, page, events offered
        self.refused = []
        self.out = False
        super().__init__()

    def answer(self, method, path, pairs):
        if path not in {"/find", f"{self.prefix}/find"}:
            return None
        kind, page = "tea", 1
        if method == "POST":
            asked = dict(pairs)
            kind, page, events = self.states.get(asked.get("__VIEWSTATE", ""), (None, 0, set()))
            event = asked.get("__EVENTTARGET", ""), asked.get("__EVENTARGUMENT", "")
            if event not in events or asked.get("__EVENTVALIDATION") != f"v{page}{kind}":
                self.refused.append(event)
                return None
            self.out = self.out or "out" in event[0]
            if event[0] == "grid":
                page = int(event[1].removeprefix("Page$"))
            else:
                kind, page = KINDS[int(event[0][-6])], 1
        return self.shown(path, kind, page)

    def shown(self, path, kind, page):
        token = f"dDwtMTY5ODc2NTQzMjt0PDtsPGk8MT47PjtsPHQ8{len(self.states):06}Zz09"
        kinds = {(f"cats$ctl0{n}$pick", ""): name for n, name in enumerate(KINDS)}
        pages = {("grid", f"Page${n}"): str(n) for n in range(1, 4) if n != page}
        logout = {("ctl00$logout", ""): "Log out"}
        self.states[token] = kind, page, {*kinds, *pages, *logout}
        numbers = numbers_of(kind)[2 * page - 2 : 2 * page]
        hidden = {"__EVENTTARGET": "", "__EVENTARGUMENT": "", "__VIEWSTATE": token,
                  "__EVENTVALIDATION": f"v{page}{kind}"}  # fmt: skip
        fields = "".join(
            f'<input type=hidden name={n} id={n} value="{v}">' for n, v in hidden.items()
        )
        return (
            f"<form method=post action='{path}' id=form1>{fields}<script>{self.script}</script>"
            f"<div class=top><input name=ctl00$q><input type=submit name=ctl00$go value=Search>"
            f"<input type=password name=ctl00$pw>{posting(logout)}</div>"
            f"<ul class=cats>{posting(kinds)}</ul>{listing(numbers)}<div class=pager>{posting(pages)}</div></form>"
        )


def posting(events):
    return "".join(
        f'<a href="javascript:__doPostBack(&#39;{target}&#39;,&#39;{argument}&#39;)">{text}</a>'
        for (target, argument), text in events.items()
    )


class Clicks(FormsBeyond):
    """Results go on by links that set a field of a form and submit it."""

    def answer(self, method, path, pairs):
        if path != "/list":
            return super().answer(method, path, pairs)
        asked = dict(pairs)
        kind, start = asked.get("kind"), int(asked.get("from", 0))
        form = (
            f'<form name=f action="/list" method=post><input type=hidden name=kind value="{kind}">'
            f'<input type=hidden name=from value="{start}"></form>'
            "<script>function go(n) { document.forms['f'].elements['from'].value = n; document.f.submit() }</script>"
        )
        more = f'<a href="#" onclick="go({start + 2}); return false">more</a>'
        return form + listing(numbers_of(kind)[start : start + 2]) + more * (start + 2 < EACH)


class Cookieless(LinksBeyond):
    """The session's number is a level of every path; whoever comes without gets one."""

    def __init__(self):
        self.sessions = 0
        super().__init__()

    def page(self, method, path, pairs):
        session, _, rest = path.removeprefix("/").partition("/")
        if not session.startswith("(S("):
            self.sessions += 1
            number = f"{self.sessions:04}x5tqz0aw3u2yr4kbm1vd"
            return "", ("Location", f"/(S({number})){path}")
        html, *headers = super().page(method, f"/{rest}", pairs)
        for start in ("href=", 'href="', "action="):
            html = html and html.replace(f"{start}/", f"{start}/{session}/")
        return (html, *headers)


ALL = (
    WebForms, Clicks, Menu,
    Boxes, LinksBeyond, FormsBeyond, GetFormsBeyond, Jump, Buttons, ButtonsOnly, ElsewhereButtons, Several,
    Suggested, Apart, Itself, Nothing, Hash, Multipart, Latin,
)  # fmt: skip
