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
PIP := pip install --quiet --quiet --disable-pip-version-check --no-compile --no-deps
# Wheels only, each by its hash: nobody else's code is built or comes in unseen (docs/dependencies.md).
LOCKED := $(PIP) --require-hashes --only-binary :all:
# Ours is built by the backend that is locked, and asks no index.
OURS := $(PIP) --no-index --no-build-isolation --editable .
RUN_READY := $(VENV)/.ready-run
DEV_READY := $(VENV)/.ready-dev
PROOF := build/proof.json
# The oldest Python that pyproject.toml allows: packages as old know no newer one.
LOWEST_PYTHON ?= python3.11
LOWEST := build/lowest
LOWEST_READY := $(LOWEST)/.ready
# Where our code meets that of others.
MEETING := $(addprefix tests/,audit cli demo devices engine follow golden journal rngtest server simulate stations)
RENEW ?=

# Tests run in this many processes: one more than two cores, since stories in a browser wait a good deal.
# A file stays in one, since its tests share what they set up.
PROCESSES ?= 3
# What they write goes into memory where that has room: thousands of commits would wait for the disk, and
# none of the tests takes its power away.
SCRATCH := $(shell test "$$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 4000000 2>/dev/null && echo TMPDIR=/dev/shm)
# One that hangs for ten minutes is named instead of hanging the rest.
PYTEST := $(SCRATCH) $(BIN)/pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder --timeout 600

.DEFAULT_GOAL := help
.PHONY: help install run web test check bench soak lowest mutants lock clean

help: ## Show the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 12

install: ## Install the command into .venv and build the stations
	@$(MAKE) --silent --jobs=2 $(RUN_READY) web

run: install ## Open a living demo floor: tables, robots, and stations for you in the browser
	@$(BIN)/openfelt demo

web: | $(VENV)/bin/python ## Build the stations (with the system's Node, or one from a wheel)
	@$(BIN)/python scripts/build_web.py

test: $(DEV_READY) web ## Run every test, then write docs/rules/coverage.md from what passed
	@$(BIN)/python scripts/find_chromium.py
	$(PYTEST) --cov --cov-report=term
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

soak: $(PROOF) lowest ## What is too long for `make test`: screens, random cases, kills, old packages, rehearsed rounds, mutants
	HYPOTHESIS_PROFILE=soak OPENFELT_NO_PROOF=1 OPENFELT_SCREENS=all OPENFELT_KILLS=300 OPENFELT_KILLS_POSTGRES=60 OPENFELT_TAKEOVERS=50 OPENFELT_TICKETS=100 $(PYTEST) -q tests
	$(BIN)/openfelt simulate-floor --rounds 5000 --log docs/rehearsals.csv --total $(REHEARSED)
	for seed in 1 2 3; do $(BIN)/python -m openfelt.trace.mutants --seed $$seed --breaks $(BREAKS) --books $(BOOKS) || exit 1; done

lowest: $(LOWEST_READY) web ## Test with the oldest packages that pyproject.toml allows
	OPENFELT_NO_PROOF=1 $(subst $(BIN),$(LOWEST)/bin,$(PYTEST)) -q --no-cov $(MEETING)

mutants: $(DEV_READY) ## Break what works for a clause (SEED=n, BREAKS=n, BOOKS=LT,SB): its own tests must notice
	$(BIN)/python -m openfelt.trace.mutants --seed $(SEED) --breaks $(BREAKS) --books $(BOOKS)

lock: ## Lock what pyproject.toml asks for (RENEW=all, or packages: to the newest) and list it
	@$(STEP) "making an environment to lock in" $(PYTHON) -m venv --clear build/lock
	@$(STEP) "installing uv" build/lock/bin/$(LOCKED) --requirement locks/uv.txt
	@$(STEP) "locking" $(PYTHON) scripts/lock.py build/lock/bin/uv $(RENEW)
	@$(MAKE) --silent $(DEV_READY) web
	@$(BIN)/python scripts/dependencies.py --write

clean: ## Remove the virtual environment and everything generated
	rm -rf $(VENV) build web/node_modules src/openfelt/server/web .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .import_linter_cache

# Which test proves which clause is known once the tests have run.
$(PROOF): | $(DEV_READY)
	$(PYTEST) -q --no-cov

$(VENV)/bin/python:
	@$(STEP) "making a virtual environment in $(VENV)" $(PYTHON) -m venv $(VENV)

$(RUN_READY): pyproject.toml locks/run.txt | $(VENV)/bin/python
	@$(STEP) "installing Python packages" $(BIN)/$(LOCKED) --requirement locks/run.txt
	@$(BIN)/python scripts/leave_locked.py
	@$(BIN)/$(OURS)
	@touch $@

$(DEV_READY): pyproject.toml locks/run.txt locks/tools.txt | $(VENV)/bin/python
	@$(STEP) "installing Python packages and tools" $(BIN)/$(LOCKED) --requirement locks/run.txt --requirement locks/tools.txt
	@$(BIN)/python scripts/leave_locked.py
	@$(BIN)/$(OURS)
	@touch $@ $(RUN_READY)

$(LOWEST_READY): pyproject.toml $(wildcard locks/*.txt)
	@$(STEP) "making a virtual environment in $(LOWEST)" $(LOWEST_PYTHON) -m venv --clear $(LOWEST)
	@$(STEP) "installing Python packages and tools" $(LOWEST)/bin/$(LOCKED) --requirement locks/run.txt --requirement locks/tools.txt
	@$(STEP) "installing the oldest that may be" $(LOWEST)/bin/$(LOCKED) --requirement locks/lowest.txt
	@$(LOWEST)/bin/$(OURS)
	@touch $@
