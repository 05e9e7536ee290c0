"""The form to log in with: found on a page by its password field, and filled in as a person would."""

import re
from dataclasses import dataclass

from lxml import etree

from pagekin.dom import Page
from pagekin.dom.forms import Asks, Control, Form, encoded, find_forms
from pagekin.site.login_kinds import Login
from pagekin.urls import canonical

_USER = re.compile(
    r"user|e.?mail|log.?in|logon|account|identif|member|kunde|benutzer|nick", re.IGNORECASE
)
_NEW = re.compile(r"new-password", re.IGNORECASE)
_TEXTS = ("text", "email", "tel", "search", "number")
_string = etree.XPath("string()", smart_strings=False)


@dataclass(frozen=True, slots=True)
class FilledLoginForm:
    """A login form filled in: where it goes, and the url-encoded data, which holds the password."""

    url: str
    body: str

    def __repr__(self) -> str:
        return f"FilledLoginForm(url={self.url!r})"


def find_login_form(page: Page) -> Form | None:
    """Return the form of a page that logs in; None if there is none.

    It has one password field; a form for registering, or for a new password, has two or says so.
    """
    forms = [form for form in find_forms(page) if _passwords(form) and not _is_for_a_new_one(form)]
    with_user = [form for form in forms if user_field(page, form)]
    return next(iter(with_user or forms), None)


def _passwords(form: Form) -> list[Control]:
    return [control for control in form.controls if control.kind == "password"]


def _is_for_a_new_one(form: Form) -> bool:
    return len(_passwords(form)) > 1 or any(_NEW.search(text) for text in form.says)


def user_field(page: Page, form: Form) -> Control | None:
    """Return the field for the user's name: by its hint, its type, its name, or its place."""
    fields = [c for c in form.controls if c.kind in _TEXTS and c.asks is not Asks.HIDDEN]
    for fits in (
        lambda control: _is_hinted(page, control.name, "username"),
        lambda control: _is_hinted(page, control.name, "email"),
        lambda control: control.kind == "email",
        lambda control: _USER.search(control.name),
    ):
        found = next(filter(fits, fields), None)
        if found:
            return found
    password = _passwords(form)[0]
    before = [field for field in fields if _place(field) < _place(password)]
    return before[-1] if before else None


def _is_hinted(page: Page, name: str, hint: str) -> bool:
    fields = (field for field in page.root.iter("input") if field.get("name") == name)
    return any(hint in field.get("autocomplete", "").lower().split() for field in fields)


def _place(control: Control) -> int:
    return control.fillings[0].place


def filled_in(page: Page, form: Form, login: Login) -> FilledLoginForm | str:
    """Return the form as it is sent, hidden fields and all, or why it must not be sent."""
    # Each control as it is found; of several buttons the first is pressed, as the Enter key does.
    fillings = [control.fillings[0] for control in form.controls]
    method, target = form.method, form.address
    for filling in fillings:
        method = filling.method or method
        if filling.action:
            target = str(canonical(filling.action, form.base))
    if method != "post":
        return "the form would put the password into a URL"
    if not target.startswith(f"{login.origin}/"):
        return f"the form would send the password to {target}, which is not of {login.origin}"
    user = user_field(page, form)
    secrets = {_passwords(form)[0].name: login.password}
    if user:
        secrets[user.name] = login.user
    pairs = []
    for filling, control in sorted(
        zip(fillings, form.controls, strict=True), key=lambda both: both[0].place
    ):
        given = secrets.get(control.name)
        pairs += [(control.name, given)] if given is not None else list(filling.pairs)
    return FilledLoginForm(target, encoded(pairs, form.charset))


def why_not_in(page: Page, login: Login) -> str | None:
    """Return how a page shows that the login did not work; None if it did."""
    if not login.success:
        return "the form is there again" if find_login_form(page) else None
    if _is_address(login.success):
        wanted = canonical(login.success, page.url)
        addresses = [link.url for link in page.links]
        addresses += [form.address for form in find_forms(page)]
        found = any(wanted in (url, url.partition("?")[0]) for url in addresses)
        what = "link"
    else:
        text = " ".join(str(_string(page.root)).split()).casefold()
        found = " ".join(login.success.split()).casefold() in text
        what = "text"
    return None if found else f"the {what} '{login.success}' is not on the page after it"


def _is_address(text: str) -> bool:
    return text.startswith(("/", "http://", "https://"))
