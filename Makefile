# Everything you need is Python 3.11 or later and make: `make run` plays a game, `make test` tests everything.
# Another Python: make test PYTHON=python3.13

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PACK := content/defense-grid
MISSION := first-contact
YAML_SERVER := 1.25.0
PROPERDOCS := 1.6.7
AXE := 4.14.1

.DEFAULT_GOAL := help
.PHONY: help run test test-all laws bench playthroughs replays site fix browser node cluster properdocs clean

help:
	@echo "make run       check a game, compile a mission and play it with bots from a fixed seed"
	@echo "make test      style, types, layers and tests (a third of an hour on 2 cores)"
	@echo "make test-all  the same with the tests that need a browser, Node.js, a cluster or properdocs, and with the fuzzer"
	@echo "make laws      the laws with their full counts (long)"
	@echo "make bench     the engine's speed against others (needs Node.js and npm), into site/pages/speed.md"
	@echo "make playthroughs  the kept games of every pack and option, played and told anew (a minute or two)"
	@echo "make replays   the games to step through, one of every pack, played and recorded anew (some minutes)"
	@echo "make site      the rules reference, in build/site"
	@echo "make fix       what ruff can put right by itself: imports, layout"
	@echo "make clean     remove what all this made, .venv too"

run: $(VENV)/.ready-run
	$(BIN)/bartizan check $(PACK)
	$(BIN)/bartizan build $(PACK):$(MISSION) -o build/run
	$(BIN)/bartizan run build/run/$(MISSION).scenario.json --bots random --seed 23 --players 2

test: $(VENV)/.ready-dev
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --quiet --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -q -n auto --dist loadfile -m "not browser and not node and not cluster and not properdocs and not laws and not fuzz"

test-all: $(VENV)/.ready-dev browser node cluster properdocs
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --quiet --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -q -n auto --dist loadfile -m "not laws"

laws: $(VENV)/.ready-dev
	$(BIN)/pytest -q -m laws

bench: $(VENV)/.ready-dev node
	$(BIN)/python tests/bench/run.py

playthroughs: $(VENV)/.ready-dev
	$(BIN)/python tests/retell.py

replays: $(VENV)/.ready-dev
	$(BIN)/python tests/rerecord.py

site: $(VENV)/.ready-dev
	$(BIN)/bartizan site build

fix: $(VENV)/.ready-dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf build dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find engine compiler site tests -name __pycache__ -prune -exec rm -rf {} +

# ---------------------------------------------------------------- what the goals above stand on
# A stamp is made last, so that a step that broke off is done again; it is older than pyproject.toml when that changed.

$(VENV)/.ready-run: $(VENV)/.made pyproject.toml
	$(PIP) --editable .
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.made pyproject.toml
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.ready-run

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Bartizan needs Python 3.11 or later, and \"$(PYTHON)\" is not; name one: make $(or $(MAKECMDGOALS),run) PYTHON=python3.13" >&2; \
	  exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What is missing and cannot be installed here fails with the command that brings it; no test is skipped for want of it.

browser: $(VENV)/.ready-dev
	$(PIP) --editable '.[browser]'
	@command -v chromium >/dev/null || $(call apt,chromium)
	@command -v npm >/dev/null || $(call apt,npm)
	@grep -qs '"version": "$(AXE)"' build/node/node_modules/axe-core/package.json || \
	  npm install --silent --no-audit --no-fund --prefix build/node axe-core@$(AXE)

cluster: $(VENV)/.ready-dev
	$(PIP) --editable '.[cluster]'

properdocs: $(VENV)/.ready-dev
	@test -d build/properdocs/properdocs-$(PROPERDOCS).dist-info || \
	  $(PIP) --no-deps --upgrade --target build/properdocs properdocs==$(PROPERDOCS)

node:
	@command -v node >/dev/null || $(call apt,nodejs)
	@command -v npm >/dev/null || $(call apt,npm)
	@grep -qs '"version": "$(YAML_SERVER)"' build/node/node_modules/yaml-language-server/package.json || \
	  npm install --silent --no-audit --no-fund --prefix build/node yaml-language-server@$(YAML_SERVER)

apt = { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq $(1) >/dev/null; } || \
  { echo "make $@ needs $(1); on Debian and Ubuntu: sudo apt-get install $(1)" >&2; exit 2; }
