"""cgit, a web view of git repositories, run as it is (Debian's package) on loopback: real third-party pages.

Its pages are told by their query (`/tea/commit/?id=…`), its lists go on by `ofs=`, and branches are chosen by a
form.
"""

import os
import subprocess
from pathlib import Path
from shutil import which
from urllib.parse import unquote, urlsplit

from answering import Answering

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


class Cgit(Answering):
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
        self._config = config
        super().__init__()

    def reply(self, method, target, _data):
        self.asked.append(target)
        path, _, query = target.partition("?")
        host = urlsplit(self.url)
        environment = {
            "CGIT_CONFIG": str(self._config),
            "REQUEST_METHOD": method,
            "SERVER_NAME": host.hostname,
            "SERVER_PORT": str(host.port),
            "HTTP_HOST": host.netloc,
            "PATH_INFO": unquote(path),
            "QUERY_STRING": query,
            "SCRIPT_NAME": "",
        }
        done = subprocess.run([PROGRAM], env=environment, capture_output=True, check=False)
        head, _, body = done.stdout.partition(b"\n\n")
        fields = dict(line.split(": ", 1) for line in head.decode().splitlines() if ": " in line)
        fields.pop("Content-Length", None)  # it is counted
        return int(fields.pop("Status", "200").split()[0]), fields.items(), body
