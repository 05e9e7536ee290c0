"""cgit, a web view of git repositories, run as it is (Debian's package) on loopback: real third-party pages.

Its pages are told by their query (`/tea/commit/?id=…`), its lists go on by `ofs=`, and branches are chosen by a
form.
"""

import os
import subprocess
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from urllib.parse import unquote

PROGRAM = Path("/usr/lib/cgit/cgit.cgi")
PER_PAGE = 20  # commits


def missing():
    """Say what has to be installed before cgit can be run; None if nothing is."""
    lacking = [
        name for name, found in (("cgit", PROGRAM.exists()), ("git", which("git"))) if not found
    ]
    return f"apt-get install -y --no-install-recommends {' '.join(lacking)}" if lacking else None


def make_repository(path, branches):
    """Make a bare repository: for each branch, (name, parent branch or None, number of commits)."""
    script, mark = [], 0
    tips = {}
    for name, parent, commits in branches:
        for number in range(commits):
            mark += 1
            words = f"Change {number} of {name}\n\nIt was time for number {mark}.\n".encode()
            content = "".join(f"line {n} of {name}\n" for n in range(number + 1)).encode()
            script.append(f"commit refs/heads/{name}\nmark :{mark}\n".encode())
            who = f"{['Ada', 'Bo', 'Cy'][mark % 3]} <{mark % 3}@example.org>"
            script.append(f"committer {who} {1_600_000_000 + 3600 * mark} +0000\n".encode())
            script.append(b"data %d\n%s" % (len(words), words))
            if number == 0 and parent:
                script.append(f"from :{tips[parent]}\n".encode())
            file = f"src/{name}/part{number % 7}.txt"
            script.append(
                b"M 644 inline %s\ndata %d\n%s\n" % (file.encode(), len(content), content)
            )
            tips[name] = mark
    run(["git", "init", "-q", "--bare", "-b", branches[0][0], str(path)])
    run(["git", "-C", str(path), "fast-import", "--quiet"], b"".join(script))


def commits_of(path, *branches):
    """Give the ids of the commits of some branches, of all if none is named."""
    listed = run(["git", "-C", str(path), "rev-list", *(branches or ["--all"])])
    return listed.decode().split()


def run(command, given=b""):
    safe = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "PATH": os.environ["PATH"],
    }
    done = subprocess.run(command, input=given, capture_output=True, check=True, env=safe)
    return done.stdout


class Cgit:
    """Serves repositories by name; keeps what was asked."""

    def __init__(self, folder, repositories):
        self.asked = []
        config = folder / "cgitrc"
        lines = [
            "virtual-root=/",
            f"max-commit-count={PER_PAGE}",
            "cache-size=0",
            "root-title=Repositories",
            "enable-log-filecount=1",
            *(
                f"repo.url={name}\nrepo.path={path}\nrepo.desc=All about {name}"
                for name, path in repositories.items()
            ),
        ]
        config.write_text("\n".join(lines) + "\n")
        handler = self._handler(config)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}
        )
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self, config):
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                site.asked.append(self.path)
                path, _, query = self.path.partition("?")
                environment = {
                    "CGIT_CONFIG": str(config),
                    "REQUEST_METHOD": "GET",
                    "SERVER_NAME": "127.0.0.1",
                    "SERVER_PORT": str(self.server.server_port),
                    "HTTP_HOST": self.headers["Host"],
                    "PATH_INFO": unquote(path),
                    "QUERY_STRING": query,
                    "SCRIPT_NAME": "",
                }
                done = subprocess.run([PROGRAM], env=environment, capture_output=True, check=False)
                head, _, body = done.stdout.partition(b"\n\n")
                fields = dict(
                    line.split(": ", 1) for line in head.decode().splitlines() if ": " in line
                )
                self.send_response(int(fields.pop("Status", "200").split()[0]))
                fields["Content-Length"] = str(len(body))
                for name, value in fields.items():
                    self.send_header(name, value)
                with suppress(ConnectionError):
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler
