"""Drift and repair: notice that a template has changed, and bring its wrapper up to date."""

from pagekin.wrappers.repair.drift import DriftWatch
from pagekin.wrappers.repair.drift_events import (
    Drift,
    DriftSign,
    DriftVerdict,
    FieldDrift,
    TemplateChanged,
)
from pagekin.wrappers.repair.earlier_records import KnownRecords, record_from
from pagekin.wrappers.repair.field_repair import FieldRepair, RepairOutcome
from pagekin.wrappers.repair.wrapper_repair import Repair, repair

__all__ = [
    "Drift",
    "DriftSign",
    "DriftVerdict",
    "DriftWatch",
    "FieldDrift",
    "FieldRepair",
    "KnownRecords",
    "Repair",
    "RepairOutcome",
    "TemplateChanged",
    "record_from",
    "repair",
]
