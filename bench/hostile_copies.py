"""Pages that would run scripts, each shown by the verifier in a real browser: nothing may run, or be asked for.

python -m bench.hostile_copies [--check]
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from bench.figures import Figure

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "report"))
from script_payloads import PAYLOADS, page_with
from test_verifier import Seen, looked_at, verified


def main(arguments: list[str]) -> int:
    """Show every page, print what happened; with --check, 1 if anything did."""
    parser = argparse.ArgumentParser(prog="python -m bench.hostile_copies", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a demand does not hold")
    options = parser.parse_args(arguments)
    seen = Seen()
    with tempfile.TemporaryDirectory() as folder:
        for number, payload in enumerate(PAYLOADS):
            text = verified(page_with(payload), page_with(f"{payload} x"))
            Path(folder, f"{number:03}.html").write_text(text, encoding="utf-8")
        asyncio.run(looked_at((sorted(Path(folder).iterdir()), seen)))
    figures = [
        Figure("hostile pages shown", len(PAYLOADS), least=150),
        Figure("scripts run or refused, dialogs", len(seen.said), most=0),
        Figure("requests", len(seen.requests), most=0),
    ]
    print(*figures, *seen.said[:5], *seen.requests[:5], sep="\n")
    return 1 if options.check and not all(figure.holds for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
