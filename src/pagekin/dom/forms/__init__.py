"""Forms: what a page's forms ask for, the ways to fill them in, and which ones are left alone."""

from pagekin.dom.forms.controls import Asks, Control, Filling
from pagekin.dom.forms.page_forms import Form, encoded, find_forms

__all__ = ["Asks", "Control", "Filling", "Form", "encoded", "find_forms"]
