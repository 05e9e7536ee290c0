"""What mkdocs is told besides mkdocs.yml: pages of reference made from the code, and links out of docs/."""

import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))

import reference_pages

_OUT_OF_DOCS = re.compile(r"\]\(\.\./([^)]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the code, so that they cannot be out of date."""
    files.append(File.generated(config, "commands.md", content=reference_pages.commands_page()))
    files.append(File.generated(config, "settings.md", content=reference_pages.settings_page()))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - mkdocs' signature
    """Let links to files beside docs/ lead to the repository."""
    return _OUT_OF_DOCS.sub(rf"]({config.extra['repository']}/blob/main/\1)", markdown)
