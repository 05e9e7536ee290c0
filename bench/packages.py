"""Bring the documentation packages that cases of `cases/*.toml` are on: `python -m bench.packages`.

They are downloaded with apt and unpacked below `out/packages`; nothing is installed. Packages that are there are left
as they are.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from bench.corpus import CASES, OUT, PACKAGE_PARTS


def main(arguments: list[str]) -> int:
    """Bring the packages named, or all that cases are on; 1 if some could not be had."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.packages",
        description=f"Bring documentation packages with apt and unpack them below {OUT / 'packages'}.",
    )
    parser.add_argument("package", nargs="*", help="its name (default: all that cases are on)")
    names = parser.parse_args(arguments).package or packages_of(CASES)
    missing = [name for name in names if not bring(name, OUT / "packages")]
    print(f"{len(names) - len(missing)} of {len(names)} packages in {OUT / 'packages'}")
    if missing:
        print(f"not to be had: {', '.join(missing)}; their cases will be skipped", file=sys.stderr)
    return 1 if missing else 0


def packages_of(cases: Path) -> list[str]:
    """Return the names of the packages that the cases in a folder's files are on."""
    files = (file for file in cases.glob("*.toml") if file.stem in PACKAGE_PARTS)
    read = (tomllib.loads(file.read_text(encoding="utf-8")) for file in files)
    return sorted({table["package"] for content in read for table in content["case"]})


def bring(name: str, into: Path) -> bool:
    """Download and unpack a package, unless it is there; return whether it is in the end."""
    folder = into / name
    if folder.is_dir():
        return True
    with tempfile.TemporaryDirectory() as place:
        download = ["apt-get", "download", "-qq", name]
        if subprocess.run(download, cwd=place, check=False, capture_output=True).returncode:
            return False
        (archive,) = Path(place).glob("*.deb")
        unpacked = Path(place) / "unpacked"
        subprocess.run(["dpkg", "-x", str(archive), str(unpacked)], check=True)
        into.mkdir(parents=True, exist_ok=True)
        shutil.move(unpacked, folder)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
