"""The rivals' command lines, and what each of them counts as found."""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Rival:
    """A program that mirrors a site; every page that the server sent it is its result."""

    name: str
    needs: str = ""
    fine: tuple[int, ...] = (0,)
    """The exit codes of a mirror that is as complete as it can be."""

    @property
    def missing(self) -> str:
        """Say what has to be installed first, or nothing."""
        if self.needs and shutil.which(self.needs) is None:
            return (
                f"{self.name}: skipped, no {self.needs} here (Debian: apt-get install {self.needs})"
            )
        return ""

    def command(self, entry_url: str, folder: Path) -> list[str]:
        """Write the command that mirrors the site into `folder`."""
        if self.name == "wget":
            quiet = ["--no-verbose", "--no-host-directories", f"--directory-prefix={folder}"]
            return ["wget", "--mirror", *quiet, entry_url]
        output = str(folder / "pages.jsonl")
        return [sys.executable, str(Path(__file__).with_name("spider.py")), entry_url, output]


# wget: 3 tells that a page's name is also a folder's, 8 that the site has broken links.
RIVALS = (Rival("crawlspider"), Rival("wget", needs="wget", fine=(0, 3, 8)))
