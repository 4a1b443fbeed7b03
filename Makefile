# Everything a contributor runs. `make help` lists it; nothing here needs more than git, make and a Python.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/ready
PORT ?= 8000
# More processes than cores only make each other slower.
JOBS ?= 2

.PHONY: help serve test site check fix links bench lint schema lock clean

# Modules stay compiled: a build starts several processes, the tests thousands.
unexport PYTHONDONTWRITEBYTECODE

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F'\t' '{printf "  make %-7s %s\n", $$1, $$2}'
	@echo
	@echo "  PYTHON=python3.12 says which Python to set up with; PORT=8001 where to serve;"
	@echo "  SITE_URL=https://… the public address, for sitemap.xml and canonical links;"
	@echo "  CHROMIUM=/path/to/chromium the browser for the tests, where it is not found."

serve: $(READY) ## build both languages, serve them here, rebuild and reload on every saved change
	@$(PY) -m build_tools serve --port $(PORT)

test: $(READY) ## the gate: lint, types, all tests
	@$(PY) -m tests.browser.chromium
	@failed=0; \
	$(MAKE) --no-print-directory lint || failed=1; \
	$(PY) -m pytest -q -n $(JOBS) --dist worksteal || failed=1; \
	exit $$failed

site: $(READY) ## build site/, all checked, replaced whole or not at all
	@$(PY) -m build_tools build

check: $(READY) ## list every finding in lessons, snippets and source cards
	@$(PY) -m build_tools check

fix: $(READY) ## rewrite stale numbers in both languages, and show the diff
	@$(PY) -m build_tools fix

links: $(READY) ## ask every outside link of cards and lessons, and record the answers in docs/sources/links.json
	@$(PY) -m build_tools links

bench: $(READY) ## time the commands, a lesson's first paint, and the engine (BENCHMARKS.md); nothing is asserted
	@$(PY) tests/bench/commands.py
	@$(PY) -m tests.bench.paint
	@$(PY) -m tests.bench.engine --write

lint: $(READY) ## lint and types only
	@$(PY) -m ruff check --output-format concise .
	@$(PY) -m mypy

schema: $(READY) ## renew docs/sources/card.schema.json, by which editors complete and check cards
	@$(PY) -m build_tools.cards.schema

lock: $(READY) ## renew requirements.lock from requirements.in
	@$(PY) -m venv .build/lock
	@.build/lock/bin/python -m pip install -qq --disable-pip-version-check uv
	@.build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	    requirements.in --output-file requirements.lock

clean: ## delete everything that these commands made
	@rm -rf $(VENV) .build site tashikame.egg-info

# The environment is set up once, and again when what it is made from has changed.
$(READY): requirements.lock pyproject.toml $(PY)
	@echo "Setting up $(VENV): about a minute, once."
	@$(PY) -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@$(PY) -m pip install -qq --disable-pip-version-check --no-index --no-deps --no-build-isolation --editable .
	@touch $@

# `python3` may be too old, or lack the module venv, where another one beside it is fit: the first that fits is taken.
$(PY):
	@fit='import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))'; \
	for python in $(if $(PYTHON),'$(PYTHON)',python3 python3.13 python3.12 python3.11 python3.14); do \
	    if "$$python" -c "$$fit" 2>/dev/null; then \
	        echo "Using $$("$$python" --version) ($$(command -v "$$python"))."; \
	        exec "$$python" -m venv --clear $(VENV); \
	    elif "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        lacking="$$python"; \
	    fi; \
	done; \
	if [ -n "$$lacking" ]; then \
	    echo "$$lacking has no module venv: install it (on Debian and Ubuntu: apt install python3-venv), or name another Python: make PYTHON=/path/to/python3" >&2; \
	else \
	    echo "$(if $(PYTHON),$(PYTHON) is no,No) Python 3.11 or newer$(if $(PYTHON),, was found): install one, or name one: make PYTHON=/path/to/python3" >&2; \
	fi; \
	exit 1
