"""Pictures made by pagekin's own code, as parts of pages: the one place where markup is taken as it is.

Whoever makes them escapes every text that comes from elsewhere (`report.escaping`).
"""

from django.utils.safestring import SafeString, mark_safe

from pagekin.navigation import Crawler
from pagekin.report.document import Graph
from pagekin.report.line_graph import line_graph
from pagekin.report.site_picture import site_map


def drawn_graph(graph: Graph) -> SafeString:
    """Return the drawing of a value over time."""
    return mark_safe(line_graph(graph))  # noqa: S308 - see above


def drawn_map(crawler: Crawler) -> tuple[SafeString, ...]:
    """Return the map of a crawler: the figure, a card for each kind of page, the way in sentences."""
    return tuple(mark_safe(part) for part in site_map(crawler))  # noqa: S308 - see above
