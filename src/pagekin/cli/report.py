"""`pagekin report`: what a crawl has to tell, as one document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagekin.cli.options import STDOUT
from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.report.document import ReportDocument
    from pagekin.store.database import Connection

with lazy_imports():
    import csv
    import io

    import pagekin.app.report as app
    from pagekin.app import answers
    from pagekin.cli import printing, terminal_texts
    from pagekin.output import atomic_files, cells
    from pagekin.query.fixed import fixed_catalogue
    from pagekin.report import atom_feed, html_report, text_report
    from pagekin.store import opening, saved_queries, states

_FORMATS = ("html", "txt", "json", "csv", "atom", "rss")


@click.command("report")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--query", "texts", multiple=True, metavar="QUERY", help="Answer this question, too.")
@click.option("--sql", "selects", multiple=True, metavar="SELECT", help="Answer this SQL, too.")
@click.option("--set", "given", multiple=True, metavar="X=VALUE", help="A parameter of a report.")
@click.option("--crawl", metavar="N", type=int, help="Of this crawl.  [default: the last one]")
@click.option("--site", metavar="HOST", default="", help="Of the last crawl of this site.")
@click.option("--for", "person", metavar="NAME", help="With the saved questions of this person.")
@click.option(
    "-O",
    "output",
    metavar="FILE",
    default=STDOUT,
    help="Where to write: .html, .txt, .json, .csv, .atom or .rss.  [default: text on the terminal]",
)
@click.option("--list", "listing", is_flag=True, help="Name the reports that there are.")
@click.option("--save", "title", metavar="TITLE", help="Save the question under this title.")
@click.option("--share", is_flag=True, help="With --save: for everybody.")
@click.option("--delete", "deleted", metavar="TITLE", help="Delete a saved question.")
def command(
    names: tuple[str, ...],
    texts: tuple[str, ...],
    selects: tuple[str, ...],
    given: tuple[str, ...],
    crawl: int | None,
    site: str,
    person: str | None,
    output: str,
    listing: bool,  # noqa: FBT001 - click hands flags over like this
    title: str | None,
    share: bool,  # noqa: FBT001
    deleted: str | None,
) -> None:
    """Report what a crawl has to tell, as one document.

    It says what happened, answers questions, and shows values over time. Without names: everything that is
    usual, and all saved questions. NAMEs are titles of saved questions, or fixed reports such as
    broken-links, points-to or price-below (`--list` names all, with the parameters that they need). SQL is
    one SELECT of the store's tables; :crawl is the crawl, :older the one before. Nothing is fetched.

    \b
    Example:
      pagekin report -O report.html
      pagekin report price-below --set x=100
      pagekin report --save 'Bargains' --query 'price < 100 show name'
      pagekin report -O news.atom
    """
    if output != STDOUT:
        _check_format(output)
    parameters = _parameters(given)
    asked = _asked(texts, selects, parameters)
    with opening.open_store().connection() as connection:
        if listing:
            _list(connection, person)
        elif deleted is not None:
            _delete(connection, deleted, person or "")
        elif title is not None:
            _save(connection, _one_question(asked, names, parameters), title, person, share=share)
        else:
            request = app.ReportRequest(crawl, site, names, asked, parameters, person)
            _write(app.build(connection, request), output)


def _check_format(output: str) -> None:
    if Path(output).suffix.removeprefix(".") not in _FORMATS:
        raise UsageError(
            f"{output}: a report is written as {', '.join('.' + one for one in _FORMATS)}"
        )
    atomic_files.check_place(Path(output))


def _parameters(given: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals or not name:
            raise UsageError(f"--set {one}: a parameter is given as NAME=VALUE")
        found[name.strip()] = value
    return found


def _asked(
    texts: tuple[str, ...], selects: tuple[str, ...], parameters: dict[str, str]
) -> tuple[saved_queries.Question, ...]:
    """Return the questions that were typed: in the query language, and in SQL."""
    kinds = states.QueryKind
    return (
        *(saved_queries.Question(kinds.CONDITIONS, text) for text in texts),
        *(saved_queries.Question(kinds.SQL, text, parameters) for text in selects),
    )


def _one_question(
    asked: tuple[saved_queries.Question, ...], names: tuple[str, ...], parameters: dict[str, str]
) -> saved_queries.Question:
    if len(names) + len(asked) != 1:
        raise UsageError(
            "--save takes one question: a --query, an --sql, or the NAME of a fixed report"
        )
    return (
        *asked,
        *(saved_queries.Question(states.QueryKind.FIXED, one, parameters) for one in names),
    )[0]


def _save(
    connection: Connection,
    question: saved_queries.Question,
    title: str,
    person: str | None,
    *,
    share: bool,
) -> None:
    answers.check(question)
    saved = saved_queries.SavedQuestion(title, question, person or "", shared=share)
    saved_queries.save_question(connection, saved)
    click.echo(f"saved: {terminal_texts.readable(title)}", err=True)


def _delete(connection: Connection, title: str, person: str) -> None:
    for one in saved_queries.saved_questions(connection):
        if one.title == title and one.person == person:
            saved_queries.delete_question(connection, one.id)
            click.echo(f"deleted: {terminal_texts.readable(title)}", err=True)
            return
    whose = f" of {person}" if person else ""
    raise UsageError(f"there is no saved question {title!r}{whose}; --list names them")


def _list(connection: Connection, person: str | None) -> None:
    for one in saved_queries.saved_questions(connection, person):
        whose = one.person or "everybody"
        line = (
            f"{one.title}  ({'shared' if one.shared else whose})  {answers.as_asked(one.question)}"
        )
        click.echo(terminal_texts.printable(line))
    for query in fixed_catalogue.fixed_queries():
        needed = " ".join(
            f"--set {parameter.name}={parameter.default or '…'}" for parameter in query.parameters
        )
        click.echo(f"{query.name}  {query.title}{'  ' if needed else ''}{needed}")


def _write(document: ReportDocument, output: str) -> None:
    if output == STDOUT:
        click.echo(text_report.render_text(document), nl=False)
        return
    with printing.result_stream(output) as stream:
        stream.write(_rendered(document, Path(output).suffix.removeprefix(".")))
    rows = sum(len(table.rows) for section in document.sections for table in section.tables)
    click.echo(f"{document.title}: {printing.counted(rows, 'row')} in {output}", err=True)


def _rendered(document: ReportDocument, kind: str) -> str:
    match kind:
        case "html":
            return html_report.render_html(document)
        case "json":
            return json.dumps(document.as_json(), ensure_ascii=False, indent=1) + "\n"
        case "csv":
            return _csv(document)
        case "atom":
            return atom_feed.render_atom(document)
        case "rss":
            return atom_feed.render_rss(document)
        case _:
            return text_report.render_text(document)


def _csv(document: ReportDocument) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerows(map(cells.without_formula, row) for row in document.as_rows())
    return file.getvalue()
