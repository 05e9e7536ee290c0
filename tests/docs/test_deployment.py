"""The files for containers, and what docs/deployment.md says of them: they cannot be run here, but they can be read."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
import yaml

from pagekin.cli import pagekin
from pagekin.settings import TABLE

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
HADOLINT = Path(sys.executable).with_name("hadolint")


def instructions(name):
    """Give the arguments of an instruction of the Dockerfile, line breaks undone."""
    text = DOCKERFILE.replace("\\\n", " ")
    return re.findall(rf"^{name} (.+)$", text, re.MULTILINE)


def is_understood(arguments):
    """Parse a command line of pagekin, without running it."""
    name, *rest = arguments
    command = pagekin.get_command(click.Context(pagekin), name)
    command.make_context(name, rest)
    return True


@pytest.mark.skipif(not HADOLINT.exists(), reason="hadolint is not installed")
def test_the_dockerfile_has_no_faults_that_its_linter_knows():
    said = subprocess.run(
        [HADOLINT, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert said.stdout + said.stderr == ""
    assert said.returncode == 0


def test_the_image_has_what_it_copies_and_the_extras_that_it_names():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    copied = [one.split()[:-1] for one in instructions("COPY") if not one.startswith("--from")]
    for source in (name for some in copied for name in some):
        assert (ROOT / source).exists()
        assert f"!{source}" in ignored
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {project["readme"], *project["license-files"], "pyproject.toml", "src"}
    assert {name for some in copied for name in some} == needed
    [extras] = re.search(r"/source\[(.+?)\]", DOCKERFILE).groups()
    assert set(extras.split(",")) <= project["optional-dependencies"].keys()


def test_nobody_is_root_and_the_data_is_on_a_volume():
    assert instructions("USER") == ["1000"]
    [volume] = instructions("VOLUME")
    assert f"PAGEKIN_DATA={volume}" in DOCKERFILE
    assert COMPOSE["services"]["pagekin"]["volumes"] == [f"archive:{volume}"]


def test_the_commands_are_those_of_the_program():
    assert instructions("ENTRYPOINT") == ['["pagekin"]']
    [command] = instructions("CMD")[-1:]
    assert is_understood(yaml.safe_load(command))
    composed = COMPOSE["services"]["pagekin"]["command"].replace("${PAGEKIN_HOST:?}", "a.example")
    assert is_understood(shlex.split(composed))
    [unit] = re.findall(r"^ExecStart=\S+/pagekin (.+)$", PAGE, re.MULTILINE)
    assert is_understood(shlex.split(unit))


def test_services_and_volumes_that_are_named_are_there():
    services = COMPOSE["services"]
    named = {volume.partition(":")[0] for one in services.values() for volume in one["volumes"]}
    assert named == COMPOSE["volumes"].keys()
    assert services["pagekin"]["depends_on"].keys() <= services.keys()
    assert "@database/pagekin" in services["pagekin"]["environment"]["PAGEKIN_DATABASE_URL"]
    assert services["database"]["environment"]["POSTGRES_USER"] == "pagekin"
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    assert services["proxy"]["command"].endswith("--to pagekin:8000")


def test_the_page_names_settings_that_there_are():
    named = set(re.findall(r"PAGEKIN_([A-Z_]+)", PAGE)) - {"HOST", "DATA", "DATABASE_URL"}
    assert {name.lower() for name in named} <= TABLE.keys()
