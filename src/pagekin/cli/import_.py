"""`pagekin import`: WARC files made elsewhere become a crawl."""

from __future__ import annotations

from pathlib import Path

import click

from pagekin.errors import DamagedError
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.storing.workspace as workspaces
    import pagekin.app.warc_import as app
    from pagekin.cli import printing, running


@click.command("import")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
def command(files: tuple[Path, ...], as_json: bool) -> None:  # noqa: FBT001 - click hands flags over like this
    """Make a crawl out of WARC files that were made elsewhere.

    By wget, a browser, another crawler or archive. Their pages are copied into the archive and can be read
    with `pagekin page`; pictures and the like are left out.

    \b
    Example:
      pagekin import shop-2019.warc.gz
    """
    with workspaces.open_workspace(notice=running.notice) as workspace:
        imported = app.import_files(workspace, files)
    lines = [
        f"crawl {imported.crawl} of {imported.site}: {printing.counted(imported.pages, 'page')}"
        + (f", {imported.failed:,} without content" if imported.failed else ""),
        *(
            f"left out: {number:,} × {reason}"
            for reason, number in sorted(imported.skipped.items())
        ),
    ]
    printing.summary(
        {
            "crawl": imported.crawl,
            "site": imported.site,
            "pages": imported.pages,
            "failed": imported.failed,
            "skipped": imported.skipped,
            "lost": imported.lost,
        },
        "\n".join(lines),
        as_json=as_json,
        results_on_stdout=False,
    )
    if imported.lost:
        lost = printing.counted(imported.lost, "record")
        raise DamagedError(
            f"{lost} of the files could not be read and may have been pages; crawl {imported.crawl} "
            "is without them: get the files once more if you can"
        )
