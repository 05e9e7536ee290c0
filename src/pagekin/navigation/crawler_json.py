"""A crawler as the content of its file, and back; what the schema cannot check is checked here."""

from dataclasses import asdict
from typing import Any

from pagekin.errors import FileFormatError
from pagekin.navigation.crawler import Alternative, Crawler, LearningSummary, MapNode
from pagekin.navigation.finding_json import (
    checked_url,
    forms_content,
    forms_from,
    membership_content,
    membership_from,
    navigation_content,
    navigation_from,
    scope_content,
    scope_from,
)
from pagekin.navigation.question import KinQuestion, KinReading
from pagekin.settings.setting_values import url_globs
from pagekin.similarity import SimilaritySettings
from pagekin.wrappers import wrapper_json


def to_content(crawler: Crawler) -> dict[str, Any]:
    """Return a crawler as JSON values."""
    content: dict[str, Any] = {"id": crawler.id, "samples": list(crawler.samples)}
    named = {"not": crawler.negatives, "seeds": crawler.seeds}
    content |= {key: list(urls) for key, urls in named.items() if urls}
    content |= {
        "entry": crawler.entry,
        "scope": scope_content(crawler.scope),
        "navigation": navigation_content(crawler.navigation),
    }
    if crawler.similarity:
        content["similarity"] = crawler.similarity.to_dict()
    if crawler.membership:
        content["membership"] = membership_content(crawler.membership)
    if crawler.alternatives:
        content["alternatives"] = [asdict(other) for other in crawler.alternatives]
    if crawler.doubtful:
        content["doubtful"] = list(crawler.doubtful)
    if crawler.questions:
        content["questions"] = [_question_content(one) for one in crawler.questions]
    content["learned"] = asdict(crawler.learned)
    content["map"] = list(map(_node_content, crawler.map))
    if crawler.render:
        content["render"] = crawler.render
    if crawler.scroll:
        content["scroll"] = crawler.scroll
    if crawler.forms:
        content["forms"] = forms_content(crawler.forms)
    if crawler.wrapper:
        content["wrapper"] = wrapper_json.to_content(crawler.wrapper)
    return content


def from_content(content: dict[str, Any], name: str) -> Crawler:
    """Return the crawler that the (valid) content of a file describes."""
    similarity, membership = content.get("similarity"), content.get("membership")
    wrapper, forms = content.get("wrapper"), content.get("forms")
    navigation = navigation_from(content["navigation"], f"{name}, key 'navigation")
    if not content["samples"] and not navigation.everything:
        raise FileFormatError(
            f"{name}, key 'samples': empty; only a crawler of everything needs no sample"
        )
    return Crawler(
        id=content.get("id", ""),
        samples=_urls(content, "samples", name),
        negatives=_urls(content, "not", name),
        seeds=_urls(content, "seeds", name),
        entry=checked_url(content["entry"], f"{name}, key 'entry'"),
        scope=scope_from(content["scope"], f"{name}, key 'scope'"),
        navigation=navigation,
        similarity=None if similarity is None else SimilaritySettings.from_dict(similarity),
        membership=None if membership is None else membership_from(membership),
        alternatives=tuple(Alternative(**other) for other in content.get("alternatives", ())),
        doubtful=tuple(content.get("doubtful", ())),
        questions=tuple(map(_question, content.get("questions", ()))),
        learned=LearningSummary(**content["learned"]),
        map=tuple(
            _node(node, i, f"{name}, key 'map[{i}]'") for i, node in enumerate(content["map"])
        ),
        wrapper=None if wrapper is None else wrapper_json.from_content(wrapper, f"{name}, wrapper"),
        forms=None if forms is None else forms_from(forms, name),
        scroll=content.get("scroll", 0),
        render=_render(content.get("render", ""), f"{name}, key 'render'"),
    )


def _question_content(question: KinQuestion) -> dict[str, Any]:
    readings = {"yes": question.yes, "no": question.no}
    return {"about": list(question.about), "assumed": question.assumed} | {
        answer: {"pages": reading.pages, "examples": list(reading.examples)}
        for answer, reading in readings.items()
    }


def _question(content: dict[str, Any]) -> KinQuestion:
    yes, no = (
        KinReading(content[answer]["pages"], tuple(content[answer]["examples"]))
        for answer in ("yes", "no")
    )
    return KinQuestion(tuple(content["about"]), content["assumed"], yes, no)


def _render(globs: str, where: str) -> str:
    try:
        url_globs(globs)
    except ValueError as error:
        raise FileFormatError(f"{where}: {error}") from None
    return globs


def _node_content(node: MapNode) -> dict[str, Any]:
    content = asdict(node) | {"examples": list(node.examples), "forms": dict(node.forms)}
    return {key: content[key] for key in content if content[key] or key not in {"written", "forms"}}


def _node(content: dict[str, Any], number: int, where: str) -> MapNode:
    under = content["under"]
    if under is not None and under >= number:
        raise FileFormatError(f"{where}: 'under' must be the number of an earlier node")
    forms = tuple(content.get("forms", {}).items())
    return MapNode(**content | {"examples": tuple(content["examples"]), "forms": forms})


def _urls(content: dict[str, Any], key: str, name: str) -> tuple[str, ...]:
    urls = enumerate(content.get(key, ()))
    return tuple(checked_url(url, f"{name}, key '{key}[{i}]'") for i, url in urls)
