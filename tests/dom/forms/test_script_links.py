"""Links whose script sets fields of a form and submits it; nothing else is taken for one."""

import pytest

from cpu_time import soon
from pagekin.dom import parse_page
from pagekin.dom.forms import find_forms
from pagekin.dom.forms.safety import why_not_clicked
from pagekin.dom.forms.script_links import jump_links, script_links

POST_BACK = """function __doPostBack(eventTarget, eventArgument) {
    if (!theForm.onsubmit || (theForm.onsubmit() != false)) {
        theForm.__EVENTTARGET.value = eventTarget;
        theForm.__EVENTARGUMENT.value = eventArgument;
        theForm.submit(); } }"""
FORM = """<form method=post action=/list id=f><input type=hidden name=__EVENTTARGET>
<input type=hidden name=__EVENTARGUMENT><input type=hidden name=page value=1><input type=hidden name=state value=s>
<input name=q value=tea><input type=password name=pw><input type=submit name=go value=Go></form>"""


def found(element, script=POST_BACK, url="http://h/list"):
    page = parse_page(url, f"{FORM}<script>{script}</script><p>{element}</p>".encode())
    return list(script_links(page, find_forms(page)))


def test_what_is_sent_is_what_a_browser_would_send_when_no_button_is_pressed():
    (link,) = found("""<a href="javascript:__doPostBack('grid','Page$2')">2</a>""")
    assert link.url(()) == (
        "http://h/list?__wb_method=POST&__EVENTTARGET=grid&__EVENTARGUMENT=Page%242&page=1&state=s&q=tea"
    )
    assert (link.text, link.path) == ("2", "html/body/p/a")


@pytest.mark.parametrize(
    "code",
    ["f(" + "1" * 1900 + "x", "f(" + "1 ,  " * 390 + "x", "f()" + " " * 1900 + "x", " " * 1990],
)
def test_no_script_takes_long_to_read(code):
    with soon(5):
        assert not found(f'<a href="{code}">x</a>' * 20)


GO = "function go(n) { document.forms['f'].elements['page'].value = n; document.forms['f'].submit() }"


@pytest.mark.parametrize(
    ("element", "script"),
    [
        ('<a href="javascript:go(2)">', GO),
        ('<a href="javascript:go(%272%27);">', GO),
        ('<a href="#" onclick="go(2); return false;">', GO),
        ("<button type=button onclick=\"return go('2')\">", GO),
        ('<a onclick="go(2)">', "function go(n){document.getElementById('page').value=n;f.submit()}"),
        ('<a onclick="go()">', "function go(){ f.page.value = '2'; f.submit(); }"),
        ('<a onclick="document.f.page.value=2;document.f.submit()">', ""),
    ],
)  # fmt: skip
def test_fields_are_set_in_many_spellings(element, script):
    (link,) = found(element, script)
    assert link.sets == (("page", "2"),)


@pytest.mark.parametrize(
    ("element", "script"),
    [
        ('<a href="javascript:go(2)">', ""),
        ('<a href="javascript:go(other())">', GO),
        ('<a href="javascript:go(2)">', "function go(n) { f.page.value = n; }"),
        ('<a href="javascript:go(2)">', "function go(n) { f.page.value = n + 1; f.submit(); }"),
        ('<a href="javascript:go(2)">', "function go(n) { f.nowhere.value = n; f.submit(); }"),
        ('<a href="javascript:go(2)">', "function go(n) { f.q.value = n; f.submit(); }"),
        ('<a href="javascript:go(2)">', "function go(n) { if (confirm('?')) { f.page.value=n; f.submit(); } }"),
        ('<a href="javascript:go(2)">', "function go(n) { f.page.value = n; f.action = '/x'; f.submit(); }"),
        ('<a href="/go(2)">', GO),
        ('<a onclick="f.submit()">', ""),
    ],
)  # fmt: skip
def test_what_does_anything_else_is_no_such_link(element, script):
    assert found(element, script) == []


@pytest.mark.parametrize(
    "element",
    [
        "<a href=\"javascript:__doPostBack('ctl00$lnkLogout','')\">x</a>",
        "<a href=\"javascript:__doPostBack('grid','Delete$3')\">x</a>",
        "<a href=\"javascript:__doPostBack('x','')\">In den Warenkorb</a>",
    ],
)
def test_links_that_change_something_are_left_alone(element):
    (link,) = found(element)
    assert why_not_clicked(link).startswith("says '")
    assert why_not_clicked(link, ["f"]) is None


def url_on(url, target, argument, fresh=("state",)):
    (link,) = found(f"<a href=\"javascript:__doPostBack('{target}','{argument}')\">2</a>", url=url)
    return link.url(fresh)


def test_what_was_chosen_before_is_part_of_where_a_link_leads_if_the_page_has_a_state():
    kind = url_on("http://h/list", "cats$ctl01$pick", "")
    assert "__wb_from" not in kind
    page = url_on(kind, "grid", "Page$2")
    assert page.endswith(
        f"&__wb_from={'__EVENTTARGET%3Dcats%2524ctl01%2524pick'}%26__EVENTARGUMENT%3D%26page%3D1%26q%3Dtea"
    )
    assert "__wb_from" not in url_on(kind, "grid", "Page$2", fresh=())


def test_the_next_step_of_the_same_kind_takes_the_place_of_the_last():
    kind = url_on("http://h/list", "cats$ctl01$pick", "")
    assert url_on(kind, "cats$ctl02$pick", "") == url_on("http://h/list", "cats$ctl02$pick", "")
    page = url_on(kind, "grid", "Page$2")
    assert url_on(page, "grid", "Page$3") == url_on(kind, "grid", "Page$3")
    assert url_on(page, "cats$ctl02$pick", "") is None  # from the page before it is nearer


@pytest.mark.parametrize(
    ("select", "urls"),
    [
        ("<select onchange='location = this.value'><option value=a.html>A<option value=''>B", ["/d/a.html"]),
        ("<select onchange='window.open(this.value)'><option value='?k=1'>A<option value=#>B", ["/d/?k=1"]),
        ("<select name=s><option value=0>Choose<option value=/a>A<option value=http://h/b>B", ["/a", "/b"]),
        ("<select name=s><option value=/a>A<option value=b>B", []),
        ("<select onchange='this.form.submit()'><option value=a>A<option value=b>B", []),
        ("<select onchange='location = this.value'><option value='javascript:x()'>A", []),
        ("<select onchange='location = this.value'><option value='/a?__wb_method=POST&x=1'>A", []),
        ("<select><option>A<option>B", []),
    ],
)  # fmt: skip
def test_a_drop_down_that_goes_where_its_options_say_is_a_menu(select, urls):
    page = parse_page("http://h/d/", f"{select}</select>".encode())
    assert [link.url.removeprefix("http://h") for link in jump_links(page)] == urls
