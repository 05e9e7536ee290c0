"""The forms of a page, filled in as browsers fill them in."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.dom import parse_page
from pagekin.dom.forms import encoded, find_forms
from pagekin.dom.forms.filling import filled_forms


def form(html, url="http://h/dir/page?x=1"):
    (found,) = find_forms(parse_page(url, html.encode()))
    return found


def as_found(html, url="http://h/dir/page?x=1"):
    """Give the URL of a form submitted as it is found, without scheme and host."""
    only = form(html, url)
    return only.url_of([control.fillings[0] for control in only.controls]).removeprefix("http://h")


def ways(html, **options):
    return [way.url.partition("?")[2] for way in filled_forms(form(html), 1000, **options)]


@pytest.mark.parametrize(
    ("html", "url"),
    [
        # where it goes: the action, relative to the base; without one, the page itself
        ('<form action="/a"><input name="q"></form>', "/a?q="),
        ('<form action="a"><input name="q"></form>', "/dir/a?q="),
        ('<form><input name="q"></form>', "/dir/page?q="),
        ('<form action=""><input name="q"></form>', "/dir/page?q="),
        ('<base href="/b/"><form action="a"><input name="q"></form>', "/b/a?q="),
        ('<base href="/b/"><form><input name="q"></form>', "/dir/page?q="),
        # what a GET form sends takes the place of the query; what a POST form sends does not
        ('<form action="/a?old=1#top"><input name="q"></form>', "/a?q="),
        ('<form action="/a?k=1" method="post"><input name="q"></form>', "/a?k=1&__wb_method=POST&q="),
        ('<form action="/a" method="PUT"><input name="q"></form>', "/a?q="),
        # values as they are found
        ('<form action="/a"><input name="q" value="x y&z"></form>', "/a?q=x+y%26z"),
        ('<form action="/a"><input type="hidden" name="q" value="1"></form>', "/a?q=1"),
        ('<form action="/a"><textarea name="q">\none\ntwo</textarea></form>', "/a?q=one%0D%0Atwo"),
        ('<form action="/a"><input type="checkbox" name="q" checked></form>', "/a?q=on"),
        ('<form action="/a"><input type="checkbox" name="q" value="1"></form>', "/a"),
        (
            ('<form action="/a"><input type="radio" name="q" value="1">'
            '<input type="radio" name="q" value="2" checked></form>'),
            "/a?q=2",
        ),
        ('<form action="/a"><select name="q"><option>1<option>2</select></form>', "/a?q=1"),
        ('<form action="/a"><select name="q"><option>1<option selected>2</select></form>', "/a?q=2"),
        (
            '<form action="/a"><select name="q"><option disabled>0<option>1</select></form>',
            "/a?q=1",
        ),
        (
            '<form action="/a"><select name="q"><option selected disabled>Choose<option>1</select></form>',
            "/a",
        ),
        ('<form action="/a"><select name="q" size="3"><option>1</select></form>', "/a"),
        (
            ('<form action="/a"><select name="q" multiple><option selected>1<option>2'
            "<option selected>3</select></form>"),
            "/a?q=1&q=3",
        ),
        ('<form action="/a"><input type="range" name="q"></form>', "/a?q=50"),
        # what is not sent
        ('<form action="/a"><input value="1"><input name="q" disabled></form>', "/a"),
        (
            ('<form action="/a"><fieldset disabled><legend><input name="a"></legend>'
            '<input name="q"></fieldset></form>'),
            "/a?a=",
        ),
        ('<form action="/a"><input name="r" type="reset"><input name="b" type="button"></form>', "/a"),
        ('<form action="/a"><datalist id="d"><input name="q"></datalist></form>', "/a"),
        # buttons: the first is pressed, if there is one
        ('<form action="/a"><input type="submit" name="go" value="1"></form>', "/a?go=1"),
        ('<form action="/a"><input type="submit" name="go"></form>', "/a?go=Submit"),
        ('<form action="/a"><button name="go" value="1">x</button><input name="q"></form>', "/a?go=1&q="),
        ('<form action="/a"><input type="image" name="go"></form>', "/a?go.x=0&go.y=0"),
        ('<form action="/a"><input type="image"></form>', "/a?x=0&y=0"),
        ('<form action="/a"><button formaction="/b" formmethod="post">x</button></form>', "/b?__wb_method=POST"),
        # controls elsewhere that belong to the form
        ('<form id="f" action="/a"></form><input form="f" name="q" value="1">', "/a?q=1"),
        ('<form id="f" action="/a"><input form="other" name="q"></form>', "/a"),
        # charsets
        ('<form action="/a" accept-charset="iso-8859-1"><input name="q" value="é€中"></form>',
         "/a?q=%E9%80%26%2320013%3B"),
        ('<form action="/a" accept-charset="klingon utf-8"><input name="q" value="é"></form>', "/a?q=%C3%A9"),
        ('<form action="/a"><input type="hidden" name="_charset_"></form>', "/a?_charset_=utf-8"),
    ],
)  # fmt: skip
def test_a_form_is_submitted_as_a_browser_would(html, url):
    assert as_found(html) == url


def test_a_form_without_action_on_an_answer_goes_where_the_answer_came_from():
    html = '<form method="post"><input name="q" value="2"></form>'
    url = "http://h/find?k=1&__wb_method=POST&q=1"
    assert as_found(html, url) == "/find?k=1&__wb_method=POST&q=2"


@pytest.mark.parametrize(
    "html",
    [
        '<form action="javascript:go()"><input name="q"></form>',
        '<form action="mailto:a@b.c" method="post"><input name="q"></form>',
        '<form action="/a?__wb_method=POST&x=1"><input name="q"></form>',
        '<form action="/a?__wb_method=POST&x=1" method="post"><input name="q"></form>',
        '<form action="/a"><input type="hidden" name="__wb_method" value="POST"></form>',
    ],
)
def test_a_form_that_leads_nowhere_or_pretends_to_be_ours_is_none(html):
    assert find_forms(parse_page("http://h/", html.encode())) == ()


def test_a_button_cannot_smuggle_a_submission_in_either():
    html = '<form action="/a"><input name="q"><button formaction="/b?__wb_method=POST">x</button></form>'
    assert form(html).url_of([c.fillings[0] for c in form(html).controls]) is None


def test_a_dialog_leads_nowhere():
    html = '<form method="dialog"><select name="q"><option>1<option>2</select></form>'
    assert ways(html) == []


def test_every_option_is_tried_one_control_after_the_other_then_together():
    html = """<form action="/a"><select name="s"><optgroup label="G"><option value="">All<option>1</optgroup>
    <optgroup disabled><option>9</optgroup></select><input type="checkbox" name="c">
    <input type="radio" name="r" value="1"><input type="radio" name="r" value="2"></form>"""
    assert ways(html) == [
        "s=", "s=1", "s=&c=on", "s=&r=1", "s=&r=2",
        "s=1&c=on", "s=1&r=1", "s=1&r=2", "s=&c=on&r=1", "s=&c=on&r=2",
        "s=1&c=on&r=1", "s=1&c=on&r=2",
    ]  # fmt: skip


def test_of_a_list_for_several_each_is_chosen_alone():
    html = """<form action="/a"><select name="s" multiple><option selected>1<option selected>2<option>3
    </select></form>"""
    assert ways(html) == ["s=1&s=2", "s=1", "s=2", "s=3"]


def test_what_must_be_chosen_is_not_left_out():
    html = """<form action="/a"><select name="s" required><option value="">Choose<option>1<option>2</select>
    <input type="radio" name="r" value="1" required><input type="checkbox" name="c" required></form>"""
    assert ways(html) == ["s=1&r=1&c=on", "s=2&r=1&c=on"]


def test_text_fields_take_what_is_suggested_and_the_words_that_are_given():
    html = """<form action="/a"><input name="q" list="l"><input name="n" type="number"></form>
    <datalist id="l"><option value="tea"><option>pots</datalist>"""
    assert ways(html) == ["q=&n=", "q=tea&n=", "q=pots&n="]
    assert ways(html, words=["cup", "tea"]) == ["q=&n=", "q=tea&n=", "q=pots&n=", "q=cup&n="]


def test_without_words_a_form_for_text_alone_asks_for_nothing_that_can_be_told():
    html = '<form action="/a"><input name="q"><button name="a">A</button><button name="b">B</button></form>'
    assert ways(html) == []
    assert ways(html, words=["x"])[:2] == ["q=&a=", "q=x&a="]


def test_a_text_that_is_required_needs_words():
    html = '<form action="/a"><input name="q" required><select name="s"><option>1<option>2</select></form>'
    assert ways(html) == []
    assert ways(html, words=["x"]) == ["q=x&s=1", "q=x&s=2"]


def test_fresh_fields_are_no_part_of_the_url_and_idle_ones_are_not_combined():
    html = """<form action="/a"><input type="hidden" name="t" value="1"><select name="s"><option>1<option>2
    </select><select name="i"><option>1<option>2</select></form>"""
    assert ways(html, fresh={"t"}) == ["s=1&i=1", "s=2&i=1", "s=1&i=2", "s=2&i=2"]
    assert ways(html, fresh={"t"}, idle={"i"}) == ["s=1&i=1", "s=2&i=1", "s=1&i=2"]
    assert ways(html, fresh={"t"}, idle={"i"}, keep_idle=True) == ["s=1&i=1", "s=2&i=1"]


def test_a_submission_says_what_was_chosen():
    html = """<form action="/a"><select name="s"><option value="">All<option value="7">Green  tea</select>
    <button>Go</button></form>"""
    assert [way.text for way in filled_forms(form(html), 9)] == ["", "Green tea"]


def test_forms_have_the_path_of_their_element():
    page = parse_page(
        "http://h/", b'<div class="top x"><form class="find"><input name="q"></form></div>'
    )
    assert find_forms(page)[0].path == "html/body/div.top/form.find"


@given(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), max_size=4))
def test_data_of_any_kind_can_be_sent(pairs):
    assert encoded(pairs).isascii()
    assert encoded(pairs, "cp1252").count("&") == max(0, len(pairs) - 1)


markup = st.sampled_from(
    [
        "<form>",
        "<form",
        "action=//[>",
        "<form",
        "method=post",
        "action=?a>",
        "</form>",
        "<select",
        "name=a>",
        "<select",
        "multiple",
        "name=b>",
        "<option>",
        "<option",
        "selected",
        "value>",
        "</select>",
        "<input",
        "name=q",
        "list=d",
        "required>",
        "<input",
        "type=radio",
        "name=r>",
        "<input",
        "type=image>",
        "<button",
        "formaction=:",
        "formmethod=dialog",
        "name=z>",
        "<datalist",
        "id=d>",
        "<fieldset",
        "disabled>",
        "<textarea",
        "name=t>",
        "</textarea>",
        "<table>",
        "<tr>",
        "<input",
        "form=x",
        "name=o>",
        "text",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(markup, max_size=25))
def test_no_markup_makes_it_fail(pieces):
    page = parse_page("http://h/x", "".join(pieces).encode())
    for found in find_forms(page):
        for way in filled_forms(found, 20, ["w"]):
            assert way.url.startswith(("http://", "https://"))
