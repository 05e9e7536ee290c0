"""Wrappers: rules that turn the pages of one template into records."""

from pagekin.wrappers.model import Anchor, Bundle, Field, FieldEvidence, Healing, Locator, Wrapper

__all__ = ["Anchor", "Bundle", "Field", "FieldEvidence", "Healing", "Locator", "Wrapper"]
