"""What docs/tutorial.md tells people to type works, and shows what it says."""

import re
import shlex
from pathlib import Path

from pagekin.cli import _run
from pagekin.demo import Shop, serve

TEXT = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|text)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
DEMO = re.compile(r"pagekin demo --products (\d+)(?: --day (\d+))?")


def commands(block):
    """Give the lines of a block, those that end with a backslash joined."""
    return block.replace("\\\n", " ").splitlines()


def test_the_tutorial_can_be_followed_to_its_end(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    products, _ = DEMO.search(TEXT).groups()
    shown = ""
    with serve(Shop(int(products))) as server:
        for kind, block in BLOCKS:
            if kind == "text":
                for part in filter(None, re.split(r"…|\n", block)):
                    assert part.strip() in shown
                continue
            shown = ""
            for command in commands(block):
                if demo := DEMO.fullmatch(command):
                    assert demo[1] == products
                    server.day = int(demo[2] or 1)
                    continue
                name, *arguments = shlex.split(
                    command.replace("http://127.0.0.1:8000/", server.url)
                )
                assert name == "pagekin"
                code = _run(arguments)
                shown += "".join(capsys.readouterr())
                assert code == 0, f"{command}\n{shown}"
    assert (tmp_path / "products.csv").read_text(encoding="utf-8").count("\n") == 101
    assert "<svg" in (tmp_path / "map.html").read_text(encoding="utf-8")
