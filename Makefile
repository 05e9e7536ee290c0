# make run, make test: each does all its set-up. PYTHON chooses another interpreter.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.PHONY: help run test docs lint types layers compiled unit packages bench bench-micro mutate soak clean

help:
	@echo "make run    from one page of the bundled demo shop to a table of its products"
	@echo "make test   ruff, mypy, import-linter, pytest"
	@echo "make docs   the documentation as a site, in build/docs"
	@echo "make bench  measure on the corpus of real sites (PAGEKIN_CORPUS)"
	@echo "make mutate puts small faults into the code and says which no test notices"
	@echo "make soak   for hours: hostile answers, work disturbed 260 times, schedulers killed, thirty days of a shop, a million pages"

run: $(VENV)/.installed
	@$(BIN)/pagekin demo --tour

# What judges the text goes side by side, and beside it the tests are compiled, once for all who run them.
test: $(VENV)/.test
	@$(MAKE) --no-print-directory --jobs=4 lint types layers compiled
	@$(MAKE) --no-print-directory unit

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

layers: $(VENV)/.test
	$(BIN)/lint-imports

# Tests of one module mostly stay together, and share what is made once for all of them.
# Many start pagekin as a program: it is compiled once for all of them, whatever the environment says.
unit: $(VENV)/.test packages
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest -n 4 --dist worksteal

# What is wrong with a test is told when it is run.
compiled: $(VENV)/.test
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest --collect-only -qq >/dev/null 2>&1 || true

# Programs that some tests are held against; without them these are skipped.
packages: $(VENV)/.test
	@.ci/packages
	@$(BIN)/python tests/software/oscar.py

# The variable: no word about later versions of what builds it.
docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "the documentation is in build/docs/index.html"

bench: $(VENV)/.test
	$(BIN)/python -m bench --rivals --check $(BENCH)
	$(BIN)/python -m bench.packages
	$(BIN)/python -m bench --in-process --parts packages --strategies auto $(PACKAGES)
	$(BIN)/python -m bench.made_sites $(MADE_SITES)
	$(BIN)/python -m bench.schema_searches $(SCHEMA_SEARCHES)
	$(BIN)/python -m bench.extraction --check $(EXTRACTION)
	$(BIN)/python -W ignore -m bench.extraction.days $(DAYS)
	$(BIN)/python -W ignore -m bench.extraction.renamed --most-wrong 20
	$(BIN)/python -m bench.store --check
	$(BIN)/python -m bench.queries
	$(BIN)/python -m bench.console --check
	$(BIN)/python -m bench.link_graph --check
	$(BIN)/python -m bench.dated_pairs --check

bench-micro: $(VENV)/.test
	$(BIN)/python -m bench.micro $(BENCH)

mutate: $(VENV)/.test
	$(BIN)/python -m bench.mutate $(MUTATE)

soak: $(VENV)/.test
	$(BIN)/python -m bench.hostile --check
	$(BIN)/python -m bench.hostile_copies --check
	$(BIN)/python -m bench.disturbed
	$(BIN)/python -m bench.schedulers
	PAGEKIN_QUERY_EXAMPLES=1700 $(BIN)/pytest -q -n 2 --timeout 7200 -m hypothesis --hypothesis-profile=searching
	$(BIN)/python -m bench.thirty --check
	$(BIN)/python -m bench.store_million --check
	$(BIN)/python -m bench.store_million --check --database postgresql
	$(BIN)/python -m bench.soak --check --products 1000000 --pages 150000 $(SOAK)

clean:
	rm -rf $(VENV) out build

# The environment. Debian keeps the venv module in a package of its own: install it when we may.
$(VENV)/bin/python:
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { \
		rm -rf $(VENV); \
		echo "python's venv module is missing: installing python3-venv"; \
		(apt-get update -qq && apt-get install -qq -y python3-venv >/dev/null) \
			|| { echo "cannot install it: run 'apt-get install python3-venv' as root, then again"; exit 1; }; \
		$(PYTHON) -m venv $(VENV); }

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(PIP) --upgrade "pip>=25.1"
	$(PIP) --editable .
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.installed
	$(PIP) --group test
	@touch $@

$(VENV)/.docs: pyproject.toml $(VENV)/.installed
	$(PIP) --group docs
	@touch $@
