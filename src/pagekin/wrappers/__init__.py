"""Wrappers: from the pages of one template to the records they hold."""

from pagekin.wrappers.model import Anchor, Bundle, Field, FieldEvidence, Healing, Locator, Wrapper

__all__ = ["Anchor", "Bundle", "Field", "FieldEvidence", "Healing", "Locator", "Wrapper"]
