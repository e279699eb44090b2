# OpenFelt.  Every target sets up what it needs; Python, make and a package index are enough.

# A distribution builds its Python with profile-guided optimisation; one compiled at home seldom has it,
# and runs the engine a fifth slower (docs/decisions/0011).  `make PYTHON=…` takes another.
ifndef PYTHON
PYTHON := $(shell /usr/bin/python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo /usr/bin/python3 || echo python3)
endif
SEED ?= 1
BREAKS ?= 40
BOOKS ?= LT,SB,MT,AC,PB
REHEARSED ?= 1000000
VENV := .venv
BIN := $(VENV)/bin
STEP := $(PYTHON) scripts/step.py
# Python compiles what it imports; compiling everything first takes as long as all the rest.  What is
# compiled is kept, whatever the environment says: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/pip install --quiet --quiet --disable-pip-version-check --no-compile
RUN_READY := $(VENV)/.ready-run
DEV_READY := $(VENV)/.ready-dev
PROOF := build/proof.json

# Tests run in this many processes.  A file stays in one, since its tests share what they set up.
PROCESSES ?= 2
# One that hangs for ten minutes is named instead of hanging the rest.
PYTEST := $(BIN)/pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder --timeout 600
# Who waited in vain for a real browser, process or database waits once more, and is named at the end;
# a wrong value is never tried again.
PATIENT := --reruns 1 --only-rerun 'TimeoutE' --only-rerun 'Locator expected'

.DEFAULT_GOAL := help
.PHONY: help run web test check bench soak mutants clean

help: ## Show the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 12

run: ## Open a living demo floor: tables, robots, and stations for you in the browser
	@$(MAKE) --no-print-directory --jobs=2 $(RUN_READY) web
	@$(BIN)/openfelt demo

web: | $(VENV)/bin/python ## Build the stations (with the system's Node, or one from a wheel)
	@$(BIN)/python scripts/build_web.py

test: $(DEV_READY) web ## Run every test, then write docs/rules/coverage.md from what passed
	@$(BIN)/python scripts/find_chromium.py
	$(PYTEST) $(PATIENT) --cov --cov-report=term
	$(BIN)/openfelt rules --write

check: $(DEV_READY) web ## Format, lint, types, layers, shapes of events, and every cited clause exists
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/event_shapes.py
	$(BIN)/openfelt rules --check
	$(BIN)/python scripts/build_web.py check

bench: $(DEV_READY) ## Measure, five runs each, best and worst against a baseline
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.load

soak: $(PROOF) ## What is too long for `make test`: more random cases, kills, rehearsed rounds, mutants
	HYPOTHESIS_PROFILE=soak OPENFELT_NO_PROOF=1 OPENFELT_KILLS=200 OPENFELT_KILLS_POSTGRES=50 OPENFELT_TICKETS=20 $(PYTEST) -q tests
	$(BIN)/openfelt simulate-floor --rounds 5000 --log docs/rehearsals.csv --total $(REHEARSED)
	for seed in 1 2 3; do $(BIN)/python -m openfelt.trace.mutants --seed $$seed --breaks $(BREAKS) --books $(BOOKS) || exit 1; done

mutants: $(DEV_READY) ## Break what works for a clause (SEED=n, BREAKS=n, BOOKS=LT,SB): its own tests must notice
	$(BIN)/python -m openfelt.trace.mutants --seed $(SEED) --breaks $(BREAKS) --books $(BOOKS)

clean: ## Remove the virtual environment and everything generated
	rm -rf $(VENV) build web/node_modules src/openfelt/server/web .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .import_linter_cache

# Which test proves which clause is known once the tests have run.
$(PROOF): | $(DEV_READY)
	$(PYTEST) -q --no-cov

$(VENV)/bin/python:
	@$(STEP) "making a virtual environment in $(VENV)" $(PYTHON) -m venv $(VENV)

$(RUN_READY): pyproject.toml | $(VENV)/bin/python
	@$(STEP) "installing Python packages" $(PIP) --editable .
	@touch $@

$(DEV_READY): pyproject.toml | $(VENV)/bin/python
	@$(STEP) "installing Python packages and tools" $(PIP) --editable '.[dev]'
	@touch $@ $(RUN_READY)
