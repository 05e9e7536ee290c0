"""All settings of a crawler: how it asks, where it looks, when it is run, and with which login."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.shortcuts import redirect

from pagekin.app.sites.crawler_settings import own_settings, write_settings
from pagekin.app.storing.stored_logins import forget_login, keep_login, stored_login
from pagekin.app.watch import WatchRequest
from pagekin.app.watch import watch as keep_watch
from pagekin.console.access import Who, route
from pagekin.console.auditing import audit
from pagekin.console.console_settings import here_settings
from pagekin.console.current_store import current_store
from pagekin.console.pages.crawler_running import file_of, file_to_run, watches_of
from pagekin.console.pages.settings_form import (
    OF_THE_MACHINE,
    CrawlerScheduleForm,
    SettingsForm,
    SiteLoginForm,
    shown_settings,
)
from pagekin.console.pages.site_choice import SiteChoice, chosen_site, site_page
from pagekin.discovery import checked_url
from pagekin.errors import UsageError
from pagekin.settings import FILE_NAME, Settings
from pagekin.site.login_kinds import Login, LoginKind

if TYPE_CHECKING:
    from pagekin.store.models import Watch


@route(
    "sites/<str:name>/settings/",
    name="site-settings",
    who=Who.ADMINISTRATOR,
    methods=("GET", "POST"),
)
def settings_page(request: Any, name: str) -> Any:
    """Show the settings of a crawler, and keep what was changed."""
    choice = chosen_site(request, name)
    choice.needed_crawler()
    part = request.POST.get("part", "")
    keep = {"settings": _keep_settings, "schedule": _keep_schedule, "login": _keep_login}
    forms = _forms(choice)
    if part == "forget":
        return _forget(request, choice)
    if part in keep:
        forms[part] = keep[part](request, choice)
        if forms[part].is_valid():
            return redirect(choice.address("site-settings"))
    about = {
        **forms,
        "watches": watches_of(choice.needed_crawler()),
        "login_kept": stored_login(_origin(choice), os.environ),
        "origin": _origin(choice),
        "of_the_machine": sorted(OF_THE_MACHINE),
        "file_name": FILE_NAME,
    }
    response = site_page(request, choice, "site_settings.html", about)
    response.status_code = 400 if part in keep else 200
    return response


def _forms(choice: SiteChoice) -> dict[str, Any]:
    file = file_of(choice.needed_crawler())
    own = own_settings(file) if file else {}
    return {
        "settings": SettingsForm(choice.site.name, _usual(choice), initial=shown_settings(own)),
        "schedule": CrawlerScheduleForm(initial=_schedule(watches_of(choice.needed_crawler()))),
        "login": SiteLoginForm(initial={"url": _origin(choice)}),
    }


def _usual(choice: SiteChoice) -> Settings:
    """Return the settings that hold where a crawler has none of its own."""
    return here_settings(choice.site.name)


def _schedule(watches: list[Watch]) -> dict[str, Any]:
    if not watches:
        return {"every": "1d", "time_zone": "UTC", "confirm": 1}
    one = watches[0]
    every, _, text = one.schedule.partition(" ")
    when = {"every": text} if every == "every" else {"cron": one.schedule}
    return when | {"window": one.window, "time_zone": one.time_zone, "confirm": one.confirm}


def _keep_settings(request: Any, choice: SiteChoice) -> SettingsForm:
    form = SettingsForm(choice.site.name, _usual(choice), request.POST)
    if form.is_valid():
        file = file_to_run(choice.needed_crawler())
        # Those that stand in the file and not in this form stay as they are.
        other = {
            name: value for name, value in own_settings(file).items() if name in OF_THE_MACHINE
        }
        write_settings(file, {**form.cleaned_data, **other})
        audit(request, "changed settings", choice.site.name)
        messages.success(request, "The settings are kept. They hold from the next crawl on.")
    return form


def _keep_schedule(request: Any, choice: SiteChoice) -> CrawlerScheduleForm:
    form = CrawlerScheduleForm(request.POST)
    if form.is_valid():
        crawler = choice.needed_crawler()
        known = watches_of(crawler)
        given = {
            name: value for name, value in form.cleaned_data.items() if value not in {"", None}
        }
        if known and "window" not in given:
            given["window"] = ""
        source = known[0].file if known and known[0].file else str(file_to_run(crawler))
        request_ = WatchRequest(source, name=known[0].name if known else None, **given)
        try:
            keep_watch(current_store(), request_, time.time(), "UTC")
        except UsageError as error:
            form.add_error(None, str(error))
            return form
        audit(request, "changed the schedule", choice.site.name)
        messages.success(request, "The schedule is kept.")
    return form


def _keep_login(request: Any, choice: SiteChoice) -> SiteLoginForm:
    form = SiteLoginForm(request.POST)
    if form.is_valid():
        given = form.cleaned_data
        try:
            url = _address_at(choice, given["url"])
            keep_login(Login(LoginKind(given["kind"]), url, given["user"], given["password"]))
        except UsageError as error:
            form.add_error("url", str(error))
            return form
        audit(request, "kept a login", url)
        messages.success(request, "The login is kept, encrypted.")
    return form


def _address_at(choice: SiteChoice, text: str) -> str:
    """Return the address of a page of the site; a password is not kept for any other."""
    url = checked_url(text, "the address")
    if urlsplit(url).netloc != choice.site.name:
        raise UsageError(f"the login has to be one of {choice.site.name}")
    return url


def _forget(request: Any, choice: SiteChoice) -> Any:
    if forget_login(_origin(choice)):
        audit(request, "forgot a login", _origin(choice))
        messages.success(request, "The login is forgotten.")
    return redirect(choice.address("site-settings"))


def _origin(choice: SiteChoice) -> str:
    """Return the address of the site that a crawler is for, by the page that it is called after."""
    parts = urlsplit(choice.needed_crawler().name)
    scheme = parts.scheme if parts.scheme in {"http", "https"} else "https"
    return f"{scheme}://{choice.site.name}/"
