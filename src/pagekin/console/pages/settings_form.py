"""Forms of a crawler's settings, made from the table of settings and checked by the code that reads pagekin.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django import forms

from pagekin.errors import UsageError
from pagekin.settings import TABLE, TYPES, Settings, checked
from pagekin.settings.setting_values import parts
from pagekin.site.login_kinds import LoginKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Where it looks",
        "They hold from the next crawl on.",
        (
            *("seeds", "domains", "include", "exclude", "accept_regex", "reject_regex"),
            "acting_links",
        ),
    ),
    (
        "How it asks",
        "",
        (
            *("delay", "concurrency", "autothrottle", "obey_robots", "time_window", "user_agent"),
            *("timeout", "retries", "max_outage", "max_redirects", "max_body", "max_memory"),
            "jobs",
        ),
    ),
    ("Scripts of pages", "", ("render", "scroll")),
    (
        "Login",
        "User and password are kept apart, encrypted: see below.",
        ("login", "login_url", "login_success"),
    ),
    ("Forms of pages", "", ("forms", "form_names", "form_budget")),
    (
        "When it is learned again",
        "",
        (
            *("max_pages", "max_depth", "max_seconds", "subdomains", "path_prefix", "sort_query"),
            *("threshold", "labels", "fold", "url_levels", "schema_distance", "index_depth"),
        ),
    ),
    ("What is kept", "", ("keep_crawls",)),
)
# What only whoever runs the console decides, in pagekin.toml or the environment: which files and variables of
# the machine are read, which of its networks may be reached, and what is secret.
OF_THE_MACHINE = frozenset(
    {"words", "login_user_variable", "login_password_variable", "allow_networks", "only_public"}
    | {"console_url"}
    | {name for name in TABLE if TABLE[name].metadata["secret"] or name.startswith("mail_")}
)
_NAMED = frozenset({"seeds", "login_url"})  # addresses that are fetched because a person named them
_LISTS = frozenset({"seeds", "domains", "include", "exclude"})
_USUAL = "as usual"


class SettingsForm(forms.Form):
    """The settings that a crawler has of its own; what is left empty is as usual."""

    def __init__(self, host: str, usual: Settings, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._host = host
        for _, _, names in GROUPS:
            for name in names:
                self.fields[name] = _field(name, getattr(usual, name))

    def groups(self) -> Iterator[tuple[str, str, list[Any]]]:
        """Yield the fields group by group, each with a title and a word about it."""
        for title, text, names in GROUPS:
            yield title, text, [self[name] for name in names]

    def clean(self) -> dict[str, Any]:
        """Check each value as if it stood in pagekin.toml; what is wrong is said beside it."""
        given: dict[str, Any] = {}
        for name, text in list((super().clean() or {}).items()):
            if text == "":
                continue
            try:
                given[name] = checked(name, _as_one(name, text), name)
                self._check_named(name, given[name])
            except UsageError as error:
                self.add_error(name, str(error).removeprefix(f"{name}: "))
        return given

    def _check_named(self, name: str, value: Any) -> None:
        """Refuse other hosts: what a person names may be on a private network, and who types here may be far away."""
        named = parts(value) if name in _NAMED else ()
        others = [url for url in named if urlsplit(url).netloc.lower() != self._host]
        if others:
            raise UsageError(f"{others[0]} is not on {self._host}")


def shown_settings(own: Mapping[str, Any]) -> dict[str, str]:
    """Return settings as they stand in the form."""
    return {name: _shown(value) for name, value in own.items()}


def _field(name: str, usual: object) -> forms.Field:
    about, label = TABLE[name].metadata, name.replace("_", " ").capitalize()
    shown = _shown(usual)
    if TYPES[name] is bool or about["choices"]:
        choices = about["choices"] or ("yes", "no")
        some = [(one, one) for one in choices if one]
        empty = ("", f"{_USUAL} ({shown or 'none'})")
        return forms.ChoiceField(
            choices=[empty, *some], required=False, label=label, help_text=about["help"]
        )
    attributes = {"placeholder": shown or _USUAL}
    if TYPES[name] in {int, float}:
        attributes["inputmode"] = "decimal"
    widget = (
        forms.Textarea({**attributes, "rows": 2}) if name in _LISTS else forms.TextInput(attributes)
    )
    return forms.CharField(required=False, label=label, help_text=about["help"], widget=widget)


def _as_one(name: str, text: str) -> str:
    return ", ".join(text.split("\n")) if name in _LISTS else text


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) and value < 1e6 else str(value)


class CrawlerScheduleForm(forms.Form):
    """When a crawler is run by itself."""

    every = forms.CharField(
        required=False, label="How often", help_text="'6h', '1d', '2w'; or a cron expression below."
    )
    cron = forms.CharField(
        required=False, label="Or when", help_text="As a cron expression: '30 2 * * MON-FRI'."
    )
    at = forms.CharField(
        required=False, label="The first time", help_text="'02:30', or '2026-01-31 02:30'."
    )
    window = forms.CharField(
        required=False, label="Only in these hours", help_text="'22:00-06:00'; empty: at any time."
    )
    time_zone = forms.CharField(
        required=False, label="Whose clock counts", help_text="'Europe/Berlin'."
    )
    confirm = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=10,
        label="Crawls that have to agree",
        help_text="What only one of them has seen is not told.",
    )

    def clean(self) -> dict[str, Any]:
        """Check that there is one schedule."""
        given: dict[str, Any] = super().clean()
        if given.get("every") and given.get("cron"):
            self.add_error("cron", "A schedule is given above already: leave one of them empty.")
        return given


class SiteLoginForm(forms.Form):
    """A login to be kept: encrypted, sent to its own site only, and never shown again."""

    kind = forms.ChoiceField(
        label="How", choices=[(one.value, one.value) for one in LoginKind], initial="form"
    )
    url = forms.CharField(label="Where", help_text="The page with the login form.")
    user = forms.CharField(
        required=False, label="User", widget=forms.TextInput({"autocomplete": "off"})
    )
    password = forms.CharField(
        label="Password or token",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
