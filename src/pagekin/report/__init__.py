"""Reports: what was found, as files to look at."""

from pagekin.report.site_picture import site_picture

__all__ = ["site_picture"]
