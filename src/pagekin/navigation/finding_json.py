"""How a crawler finds pages (scope, navigation, membership, forms) as the content of its file, and back."""

from dataclasses import asdict
from typing import Any

from pagekin.dom.features import Feature
from pagekin.errors import FileFormatError, UsageError
from pagekin.navigation.form_use import FormUse, KnownForm
from pagekin.navigation.steps import Navigation, Step
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.urls import InvalidUrl, PatternSyntaxError, Scope, URLPattern, canonical


def scope_content(scope: Scope) -> dict[str, Any]:
    """Return a scope as JSON values."""
    content = asdict(scope)
    content["domains"] = [list(domain) for domain in scope.domains]
    content["redundant"] = [list(rule) for rule in scope.redundant]
    for rare in ("sessions", "session_level", "domains", "redundant", "acting"):
        if not content[rare]:
            del content[rare]
    return content


def scope_from(content: dict[str, Any], where: str) -> Scope:
    """Return the scope that JSON values describe."""
    lists = {
        "sessions": tuple(content.get("sessions", ())),
        "domains": tuple((host, depth) for host, depth in content.get("domains", ())),
        "redundant": tuple((kind, name) for kind, name in content.get("redundant", ())),
    }
    try:
        return Scope(**content | lists)
    except UsageError as error:
        raise FileFormatError(f"{where}: {error}") from None


def navigation_content(navigation: Navigation) -> dict[str, Any]:
    """Return a navigation as JSON values."""
    content: dict[str, Any] = {"starts": list(navigation.starts)}
    if navigation.everything:
        return content | {"everything": True}
    content["steps"] = [
        {"from": step.source, "to": step.to}
        | ({"links": str(step.pattern)} if step.pattern else {"form": step.shape})
        | ({"path": step.path} if step.path else {})
        for step in navigation.steps
    ]
    if navigation.parts:
        content["parts"] = [list(part) for part in navigation.parts]
    if navigation.plain:
        content["plain"] = list(navigation.plain)
    return content


def navigation_from(content: dict[str, Any], where: str) -> Navigation:
    """Return the navigation that JSON values describe."""
    starts = tuple(
        checked_url(url, f"{where}.starts[{i}]'") for i, url in enumerate(content["starts"])
    )
    if content.get("everything"):
        if content.get("steps"):
            raise FileFormatError(
                f"{where}': 'everything' follows every link of the site; leave the steps out"
            )
        return Navigation(starts, (), everything=True)
    steps = []
    for i, step in enumerate(content["steps"]):
        pattern = step.get("links")
        parsed = None if pattern is None else _pattern(pattern, f"{where}.steps[{i}].links'")
        steps.append(Step(step["from"], step["to"], parsed, step.get("form"), step.get("path")))
    parts = tuple((variable, value) for variable, value in content.get("parts", ()))
    return Navigation(starts, tuple(steps), parts, tuple(content.get("plain", ())))


def membership_content(rule: MembershipRule) -> list[list[str]]:
    """Return a membership rule as JSON values."""
    return [[str(feature) for feature in step] for step in rule.steps]


def membership_from(content: list[list[str]]) -> MembershipRule:
    """Return the membership rule that JSON values describe."""
    return MembershipRule(tuple(tuple(Feature.parse(text) for text in step) for step in content))


def forms_content(forms: FormUse) -> dict[str, Any]:
    """Return the use of forms as JSON values."""
    content: dict[str, Any] = {"budget": forms.budget}
    if forms.words:
        content["words"] = list(forms.words)
    if forms.names:
        content["names"] = list(forms.names)
    content["followed"] = [
        {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(form).items()
            if value
        }
        for form in forms.followed or ()
    ]
    return content


def forms_from(content: dict[str, Any], name: str) -> FormUse:
    """Return the use of forms that JSON values describe."""
    followed = []
    for i, form in enumerate(content["followed"]):
        where = f"{name}, key 'forms.followed[{i}]"
        lists = {key: tuple(form.get(key, ())) for key in ("fields", "fresh", "idle")}
        on, target = (
            checked_url(form["on"], f"{where}.on'"),
            checked_url(form["target"], f"{where}.target'"),
        )
        followed.append(KnownForm(form["path"], on, target, **lists))
    words, names = tuple(content.get("words", ())), tuple(content.get("names", ()))
    return FormUse(content["budget"], words, names, tuple(followed))


def _pattern(text: str, where: str) -> URLPattern:
    try:
        return URLPattern.parse(text)
    except PatternSyntaxError as error:
        raise FileFormatError(f"{where}: {error}") from None


def checked_url(text: str, where: str) -> str:
    """Return a URL in canonical form; the error for an invalid one says where it is."""
    url = canonical(text)
    if isinstance(url, InvalidUrl):
        raise FileFormatError(f"{where}: {url}")
    return url
