"""A crawler as the content of its file, and back; what the schema cannot check is checked here."""

from dataclasses import asdict
from typing import Any

from pagekin.dom.features import Feature
from pagekin.errors import FileFormatError, UsageError
from pagekin.navigation.crawler import Alternative, Crawler, LearningSummary, MapNode
from pagekin.navigation.form_use import FormUse, KnownForm
from pagekin.navigation.steps import Navigation, Step
from pagekin.settings.setting_values import url_globs
from pagekin.similarity import SimilaritySettings
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.urls import InvalidUrl, PatternSyntaxError, Scope, URLPattern, canonical
from pagekin.wrappers import wrapper_json


def to_content(crawler: Crawler) -> dict[str, Any]:
    """Give a crawler as JSON values."""
    content: dict[str, Any] = {"samples": list(crawler.samples)}
    named = {"not": crawler.negatives, "seeds": crawler.seeds}
    content |= {key: list(urls) for key, urls in named.items() if urls}
    content |= {
        "entry": crawler.entry,
        "scope": _scope_content(crawler.scope),
        "navigation": _navigation_content(crawler.navigation),
    }
    if crawler.similarity:
        content["similarity"] = crawler.similarity.to_dict()
    if crawler.membership:
        content["membership"] = [[str(f) for f in step] for step in crawler.membership.steps]
    if crawler.alternatives:
        content["alternatives"] = [asdict(other) for other in crawler.alternatives]
    if crawler.doubtful:
        content["doubtful"] = list(crawler.doubtful)
    content["learned"] = asdict(crawler.learned)
    content["map"] = [asdict(node) | {"examples": list(node.examples)} for node in crawler.map]
    if crawler.render:
        content["render"] = crawler.render
    if crawler.scroll:
        content["scroll"] = crawler.scroll
    if crawler.forms:
        content["forms"] = _forms_content(crawler.forms)
    if crawler.wrapper:
        content["wrapper"] = wrapper_json.to_content(crawler.wrapper)
    return content


def from_content(content: dict[str, Any], name: str) -> Crawler:
    """Give the crawler that the (valid) content of a file describes."""
    similarity, membership = content.get("similarity"), content.get("membership")
    wrapper, forms = content.get("wrapper"), content.get("forms")
    return Crawler(
        samples=_urls(content, "samples", name),
        negatives=_urls(content, "not", name),
        seeds=_urls(content, "seeds", name),
        entry=_url(content["entry"], f"{name}, key 'entry'"),
        scope=_scope(content["scope"], f"{name}, key 'scope'"),
        navigation=_navigation(content["navigation"], f"{name}, key 'navigation"),
        similarity=None if similarity is None else SimilaritySettings.from_dict(similarity),
        membership=None if membership is None else _rule(membership),
        alternatives=tuple(Alternative(**other) for other in content.get("alternatives", ())),
        doubtful=tuple(content.get("doubtful", ())),
        learned=LearningSummary(**content["learned"]),
        map=tuple(
            _node(node, i, f"{name}, key 'map[{i}]'") for i, node in enumerate(content["map"])
        ),
        wrapper=None if wrapper is None else wrapper_json.from_content(wrapper, f"{name}, wrapper"),
        forms=None if forms is None else _forms(forms, name),
        scroll=content.get("scroll", 0),
        render=_render(content.get("render", ""), f"{name}, key 'render'"),
    )


def _render(globs: str, where: str) -> str:
    try:
        url_globs(globs)
    except ValueError as error:
        raise FileFormatError(f"{where}: {error}") from None
    return globs


def _forms_content(forms: FormUse) -> dict[str, Any]:
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


def _forms(content: dict[str, Any], name: str) -> FormUse:
    followed = []
    for i, form in enumerate(content["followed"]):
        where = f"{name}, key 'forms.followed[{i}]"
        lists = {key: tuple(form.get(key, ())) for key in ("fields", "fresh", "idle")}
        on, target = _url(form["on"], f"{where}.on'"), _url(form["target"], f"{where}.target'")
        followed.append(KnownForm(form["path"], on, target, **lists))
    words, names = tuple(content.get("words", ())), tuple(content.get("names", ()))
    return FormUse(content["budget"], words, names, tuple(followed))


def _scope_content(scope: Scope) -> dict[str, Any]:
    content = asdict(scope)
    content["domains"] = [list(domain) for domain in scope.domains]
    content["redundant"] = [list(rule) for rule in scope.redundant]
    for rare in ("sessions", "session_level", "domains", "redundant"):
        if not content[rare]:
            del content[rare]
    return content


def _scope(content: dict[str, Any], where: str) -> Scope:
    lists = {
        "sessions": tuple(content.get("sessions", ())),
        "domains": tuple((host, depth) for host, depth in content.get("domains", ())),
        "redundant": tuple((kind, name) for kind, name in content.get("redundant", ())),
    }
    try:
        return Scope(**content | lists)
    except UsageError as error:
        raise FileFormatError(f"{where}: {error}") from None


def _navigation_content(navigation: Navigation) -> dict[str, Any]:
    content: dict[str, Any] = {"starts": list(navigation.starts)}
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


def _navigation(content: dict[str, Any], where: str) -> Navigation:
    starts = tuple(_url(url, f"{where}.starts[{i}]'") for i, url in enumerate(content["starts"]))
    steps = []
    for i, step in enumerate(content["steps"]):
        pattern = step.get("links")
        parsed = None if pattern is None else _pattern(pattern, f"{where}.steps[{i}].links'")
        steps.append(Step(step["from"], step["to"], parsed, step.get("form"), step.get("path")))
    parts = tuple((variable, value) for variable, value in content.get("parts", ()))
    return Navigation(starts, tuple(steps), parts, tuple(content.get("plain", ())))


def _rule(content: list[list[str]]) -> MembershipRule:
    return MembershipRule(tuple(tuple(Feature.parse(text) for text in step) for step in content))


def _node(content: dict[str, Any], number: int, where: str) -> MapNode:
    under = content["under"]
    if under is not None and under >= number:
        raise FileFormatError(f"{where}: 'under' must be the number of an earlier node")
    return MapNode(**content | {"examples": tuple(content["examples"])})


def _pattern(text: str, where: str) -> URLPattern:
    try:
        return URLPattern.parse(text)
    except PatternSyntaxError as error:
        raise FileFormatError(f"{where}: {error}") from None


def _urls(content: dict[str, Any], key: str, name: str) -> tuple[str, ...]:
    urls = enumerate(content.get(key, ()))
    return tuple(_url(url, f"{name}, key '{key}[{i}]'") for i, url in urls)


def _url(text: str, where: str) -> str:
    url = canonical(text)
    if isinstance(url, InvalidUrl):
        raise FileFormatError(f"{where}: {url}")
    return url
