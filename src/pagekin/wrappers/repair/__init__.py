"""Drift and repair: whether a template has changed, and a wrapper brought up to date with it."""

from pagekin.wrappers.repair.drift import Watch
from pagekin.wrappers.repair.events import Drift, FieldDrift, Sign, TemplateChanged, Verdict
from pagekin.wrappers.repair.fields import FieldRepair, Outcome
from pagekin.wrappers.repair.known import Known, record_from
from pagekin.wrappers.repair.repairing import Repair, repair

__all__ = [
    "Drift",
    "FieldDrift",
    "FieldRepair",
    "Known",
    "Outcome",
    "Repair",
    "Sign",
    "TemplateChanged",
    "Verdict",
    "Watch",
    "record_from",
    "repair",
]
