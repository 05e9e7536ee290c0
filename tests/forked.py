"""Processes of tests, forked from one that has everything loaded: they start at once."""

import multiprocessing
import os
from multiprocessing import forkserver

from pagekin.cli import _run

_PROCESSES = multiprocessing.get_context("forkserver")
# The same for all tests, since those of a worker share one server. Commands load what they need when they are run.
_PROCESSES.set_forkserver_preload(
    [
        *("pagekin.cli.crawl", "pagekin.cli.get", "pagekin.cli.learn"),
        *("pagekin.app.crawl", "pagekin.app.get", "pagekin.app.learn", "pagekin.app.watching"),
        *("pagekin.cli.crawl_report", "pagekin.cli.running", "pagekin.fetch.http_site"),
        *("pagekin.archive", "pagekin.store.opening", "pagekin.store.login_vault"),
        *("pagekin.app.storing.stored_logins", "pagekin.app.storing.target_rows"),
        *("pagekin.values.codes.identifier", "pagekin.values.money.price", "jsonschema"),
    ]
)


def start(function, *arguments):
    """Start a process that calls a function of a module."""
    forkserver.ensure_running()
    process = _PROCESSES.Process(target=function, args=arguments)
    process.start()
    return process


def start_command(arguments, folder, *, words=os.devnull, **variables):
    """Start a command in a folder, with more variables; what it says goes to a file."""
    command = [str(argument) for argument in arguments]
    return start(_command, command, str(folder), str(words), dict(os.environ) | variables)


def _command(arguments, folder, words, variables):
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    for stream, place in ((1, os.devnull), (2, words)):
        os.dup2(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), stream)
    os._exit(_run(arguments))
