"""The command line: one file a command, loaded only when it is called."""

import gc
import importlib
import os
import signal
import sys
import threading
import time

import click

from pagekin.cli.terminal_texts import readable
from pagekin.errors import PagekinError
from pagekin.version import __version__

_AGAIN = 0.05  # seconds
# How much is made before Python looks for garbage in circles: pages and links are very many objects that live for
# long, and there is little such garbage, so that looking as often as usual takes a fifth of the time.
_SELDOM = (50_000, 20, 100)

# Name and one line of help of each command; here, so that `pagekin --help` need not load them all.
COMMANDS = {
    "classes": "List the kinds of pages of a site, to choose a sample from.",
    "get": "Get the data of every page like the sample, as a table.",
    "learn": "Learn a crawler from one example page.",
    "crawl": "Run a crawler: fetch every page like the sample.",
    "induce": "Learn a wrapper: where the fields of some pages stand.",
    "extract": "Extract the records of pages with a wrapper.",
    "fields": "List the fields of a wrapper or crawler, or change them.",
    "repair": "Bring a crawler up to date with a changed template.",
    "crawlers": "List crawlers and their versions; compare, restore, delete.",
    "crawls": "List the crawls that are in the store.",
    "records": "Write the stored records of a crawl.",
    "mine": "Extract the records of kept crawls anew.",
    "query": "Ask a crawl for the pages on which conditions hold.",
    "history": "Show what a field was in each crawl.",
    "changes": "List what is new, gone, moved or changed since the crawl before.",
    "report": "Report what a crawl has to tell, as one document.",
    "path": "Find the shortest path of links from one page to another.",
    "links": "Show what leads to a page, and where it leads.",
    "broken": "List the links that do not work, and the pages that have them.",
    "verify": "Show both versions of a page, with what was deleted and what was inserted.",
    "watch": "Run a crawler on schedule, and tell people what they want to know.",
    "run": "Run watches when they are due, and deliver messages; until Ctrl-C.",
    "worker": "Carry out runs and jobs, several at once; until Ctrl-C.",
    "serve": "Serve the console: everything in a browser, for several people.",
    "status": "List the watches: the next run, the last one with its counts, and troubles.",
    "people": "List the people who are told, or change one.",
    "page": "Print a page of a crawl as it was.",
    "import": "Make a crawl out of WARC files that were made elsewhere.",
    "login": "Log in at a site, and keep the login for later crawls.",
    "store": "Look after the store: check, back up, restore, make smaller.",
    "show": "Print a crawler in ten lines: where it comes from and its navigation.",
    "test": "Say whether a URL and its page match a crawler, and why.",
    "export": "Export a crawler as a Scrapy project that needs no pagekin.",
    "mcp": "Serve pagekin's tools to an agent, over stdin and stdout.",
    "demo": "Serve a demo shop on this machine to try everything offline.",
}

_MODULES = {"import": "import_"}  # of commands whose name is none for a module


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"pagekin.cli.{_MODULES.get(cmd_name, cmd_name)}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pagekin")
def pagekin() -> None:
    """Give it one page; it finds the page's kin.

    \b
    Example:
      pagekin get https://shop.example/p/17-teapot -o teapots.csv
    """


def hear_again(lost: "sys.UnraisableHookArgs") -> None:
    """Let Ctrl-C count though it came where Python drops exceptions, such as in a callback of an import."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Thread(target=_interrupt_main, daemon=True).start()
    else:
        sys.__unraisablehook__(lost)


def _interrupt_main() -> None:
    """Interrupt the main thread, but not while it is still in `hear_again`: there it would be dropped, too."""
    main_thread = threading.main_thread().ident or 0
    is_there = True
    while is_there:
        time.sleep(_AGAIN)
        frame = sys._current_frames().get(main_thread)  # noqa: SLF001 - documented, in spite of its name
        while frame and frame.f_code is not hear_again.__code__:
            frame = frame.f_back
        is_there = frame is not None
    signal.pthread_kill(main_thread, signal.SIGINT)


def main() -> None:
    """Run a command; every error becomes one line and an exit code."""
    sys.unraisablehook = hear_again
    gc.set_threshold(*_SELDOM)
    sys.exit(_run(sys.argv[1:]))


def _run(arguments: list[str]) -> int:
    try:
        result = pagekin.main(arguments, prog_name="pagekin", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted")
        return 1
    except PagekinError as error:
        _complain(str(error))
        return error.exit_code
    except BrokenPipeError:
        # Whoever read the results has heard enough; nothing more can be written there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if os.environ.get("PAGEKIN_DEBUG"):
            raise
        _complain(
            f"unexpected {type(error).__name__}: {error}; this is a fault of pagekin, "
            "PAGEKIN_DEBUG=1 shows where"
        )
        return 1
    return result if isinstance(result, int) else 0


def _complain(message: str) -> None:
    print(f"pagekin: {readable(' '.join(message.split()))}", file=sys.stderr)  # noqa: T201 - the one place for errors
