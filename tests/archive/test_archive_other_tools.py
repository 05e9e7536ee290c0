"""Other tools read what the archive writes: warcio always, fastwarc and pywb's indexer where they are."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from made_exchanges import Memory, page
from warcio.archiveiterator import ArchiveIterator

from pagekin.archive import FolderArchive

SCRIPTS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def archived(tmp_path_factory):
    """Write files with all kinds of records, one of them thinned."""
    directory = tmp_path_factory.mktemp("archived")
    memory = Memory()
    with FolderArchive(directory, max_bytes=30_000, known=memory.get) as archive:
        positions = [
            memory.note(archive.append(page(n, 3000, random_bytes=True))) for n in range(30)
        ]
        chunked = ((b"Transfer-Encoding", b"chunked"), (b"Content-Type", b"text/html"))
        archive.append(replace(page(40), headers=chunked, url="http://shop.test/ü?a=b c"))
        archive.append(replace(page(3, 3000, random_bytes=True), url="http://shop.test/again"))
        unmodified = replace(page(5), status_line=b"HTTP/1.1 304 Not Modified", body=b"")
        archive.append(unmodified, unchanged=positions[5])
        archive.append(replace(page(41), method="POST", request_body=b"q=1"))
        archive.append(replace(page(42), body=b"", status_line=b"HTTP/1.1 404 Not Found"))
    first = archive.files()[0]
    used = {file: [each for each, _ in archive.iterate(file)] for file in archive.files()}
    used[first] = used[first][::3]
    archive.thin(used.__getitem__, lambda moved: None)
    return [directory / file for file in archive.files()]


def run(tool, *arguments):
    command = [str(SCRIPTS / tool), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=1500)


def test_warcio_checks_every_digest(archived):
    for file in archived:
        done = run("warcio", "check", "-v", file)
        assert done.returncode == 0, done.stdout
        assert done.stdout.count("digest pass") > 5
        assert "fail" not in done.stdout.lower()


def test_warcio_indexes_the_same_positions(archived):
    for file in archived:
        done = run("warcio", "index", "-f", "offset,warc-type,warc-target-uri", file)
        assert done.returncode == 0, done.stderr
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        answers = [line for line in lines if line["warc-type"] in {"response", "revisit"}]
        found = [
            (position, exchange)
            for position, exchange in FolderArchive(file.parent).iterate(file.name)
        ]
        assert [int(line["offset"]) for line in answers] == [each.offset for each, _ in found]
        assert lines[0]["warc-type"] == "warcinfo"


def test_warcio_reads_the_same_pages(archived):
    bodies = {}
    for path in archived:
        with path.open("rb") as file:
            for record in ArchiveIterator(file):
                if record.rec_type == "response":
                    url = record.rec_headers.get_header("WARC-Target-URI")
                    bodies[url] = record.content_stream().read()
    assert bodies["http://shop.test/p/29"] == page(29, 3000, random_bytes=True).body
    assert bodies["http://shop.test/%C3%BC?a=b%20c"] == page(40).body


@pytest.mark.skipif(not (SCRIPTS / "fastwarc").exists(), reason="fastwarc is not installed")
def test_fastwarc_checks_every_block(archived):
    for file in archived:
        done = run("fastwarc", "check", "--quiet", file)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("cdx-indexer"), reason="pywb is not installed")
def test_pywb_indexes_every_page(archived):
    done = subprocess.run(
        ["cdx-indexer", "-j", "-s", *map(str, archived)],
        capture_output=True,
        text=True,
        check=True,
        timeout=1500,
    )
    entries = [json.loads(line.split(" ", 2)[2]) for line in done.stdout.splitlines()]
    assert {entry["url"] for entry in entries} >= {
        "http://shop.test/p/29",
        "http://shop.test/again",
    }
    kinds = [entry["mime"] for entry in entries if entry["url"] == "http://shop.test/again"]
    assert kinds == ["warc/revisit"]
