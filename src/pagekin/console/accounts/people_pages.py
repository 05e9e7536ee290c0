"""The people of a console, for administrators: who may log in, and as what."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.shortcuts import redirect, render

from pagekin.app.people import PersonRequest, change_person, remove_person
from pagekin.console.access import Who, person_of, route
from pagekin.console.accounts.account_forms import InviteForm
from pagekin.console.accounts.invitations import invite
from pagekin.console.auditing import audit
from pagekin.console.current_store import current_store
from pagekin.console.models import Report
from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.models import Person


@route("people/", name="people", who=Who.ADMINISTRATOR, methods=("GET", "POST"))
def people(request: Any) -> Any:
    """List all people, and invite more."""
    form = InviteForm(request.POST or None)
    link = ""
    if request.method == "POST" and form.is_valid():
        name, administrator = form.cleaned_data["name"], form.cleaned_data["administrator"]
        if _account(name) is not None:
            form.add_error("name", "Somebody has this name already.")
        else:
            change_person(current_store(), PersonRequest(name, administrator=administrator))
            link = request.build_absolute_uri(invite(name, administrator=administrator))
            audit(request, "invited", name)
            form = InviteForm()
    about = {"people": _listed(), "form": form, "link": link, "invited": request.POST.get("name")}
    return render(request, "console/people.html", about)


@route("people/<int:number>/link/", name="person-link", who=Who.ADMINISTRATOR, methods=("POST",))
def person_link(request: Any, number: int) -> Any:
    """Make a link by which somebody can choose a password."""
    person = _person(number)
    link = request.build_absolute_uri(invite(person.name, administrator=person.administrator))
    audit(request, "made a link for a new password", person.name)
    about = {"people": _listed(), "form": InviteForm(), "link": link, "invited": person.name}
    return render(request, "console/people.html", about)


@route("people/<int:number>/role/", name="person-role", who=Who.ADMINISTRATOR, methods=("POST",))
def person_role(request: Any, number: int) -> Any:
    """Make somebody an administrator, or one no longer."""
    person = _another(request, number)
    wanted = request.POST.get("administrator") == "yes"
    change_person(current_store(), PersonRequest(person.name, administrator=wanted))
    audit(request, "made an administrator" if wanted else "made a user", person.name)
    messages.success(request, f"{person.name} is {'an administrator' if wanted else 'a user'} now.")
    return redirect("people")


@route(
    "people/<int:number>/remove/", name="person-remove", who=Who.ADMINISTRATOR, methods=("POST",)
)
def person_remove(request: Any, number: int) -> Any:
    """Remove somebody, with what they asked for and where they are told."""
    person = _another(request, number)
    get_user_model().objects.filter(username=person.name).delete()
    remove_person(current_store(), person.name)
    Report.objects.filter(who=person.name).delete()
    audit(request, "removed", person.name)
    messages.success(request, f"{person.name} is removed.")
    return redirect("people")


def _listed() -> list[dict[str, Any]]:
    accounts = {user.get_username(): user for user in get_user_model().objects.all()}
    return [
        {"person": person, "account": accounts.get(person.name)}
        for person in Person.objects.order_by("name")
    ]


def _account(name: str) -> Any:
    return get_user_model().objects.filter(username=name).first()


def _person(number: int) -> Person:
    person = Person.objects.filter(pk=number).first()
    if person is None:
        raise NothingFoundError("there is no such person any more")
    return person


def _another(request: Any, number: int) -> Person:
    """Return a person who is not the one who asks: nobody locks themselves out."""
    person = _person(number)
    if person == person_of(request):
        raise UsageError("this is you: another administrator has to do that")
    return person
