"""Wrappers without examples: learned from what the pages of one template have in common."""

from pagekin.wrappers.by_itself.template_induction import induce

__all__ = ["induce"]
