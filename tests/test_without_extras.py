"""Everything but what an extra is for works without the extras: nothing loads their libraries before it is asked to."""

import subprocess
import sys

EXTRAS = "axes dask distributed duckdb fsspec mcp ninja playwright psycopg pyarrow waitress xlsxwriter apprise"
NEED_ONE = "pagekin.console pagekin.mcp_server pagekin.store.host_pace pagekin.store.postgresql pagekin.export.parts"
LOAD = """
import importlib, pkgutil, sys
extras, needy = sys.argv[1].split(), tuple(sys.argv[2].split())

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in extras:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import pagekin
for module in pkgutil.walk_packages(pagekin.__path__, "pagekin.", onerror=lambda name: None):
    if not module.name.startswith(needy) and ".migrations" not in module.name and "__main__" not in module.name:
        importlib.import_module(module.name)
"""


def test_all_modules_load_without_extras():
    done = subprocess.run(
        [sys.executable, "-c", LOAD, EXTRAS, NEED_ONE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
