# Everything runs in .venv, made on first use and updated when pyproject.toml changes.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test bench lint figures clean

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# The first Python that is new enough and can make environments; choose another with `make PYTHON=... test`.
USABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c '$(USABLE)' 2>/dev/null && echo $$python && break; done)

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

demo: $(VENV)/with-report ## explain a selection on the bundled example
	@$(BIN)/python examples/demo.py

test: $(VENV)/with-test ## run the tests and the examples in the documentation
	@$(BIN)/python -m pytest

bench: $(VENV)/with-bench ## print the table of speed against peers and limits
	@$(BIN)/python -m benchmarks

lint: $(VENV)/with-lint ## check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

figures: $(VENV)/with-docs ## draw the figures of the documentation
	@$(BIN)/python docs/make_figures.py
	@$(BIN)/python docs/make_methods_figure.py
	@$(BIN)/python docs/make_page_image.py
	@$(BIN)/python docs/make_gallery.py

clean: ## remove the environment and everything made
	rm -rf $(VENV) build demo dist .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Dependency groups need pip 25.1, newer than what many Pythons bring along.
$(VENV)/installed: pyproject.toml
	@$(if $(strip $(PYTHON)),,echo "No Python >= 3.11 with venv found: install one, or name it: make PYTHON=/path/to/python ..." >&2; exit 1)
	@$(PYTHON) -c '$(USABLE)' || { echo "$(PYTHON) is not a Python >= 3.11 with venv: name another with PYTHON=..." >&2; exit 1; }
	@test -x $(BIN)/python || { echo "making $(VENV) with $(PYTHON)"; $(PYTHON) -m venv $(VENV); }
	@echo "installing tnvs into $(VENV)"
	@$(PIP) install --upgrade "pip>=25.1"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/with-report: $(VENV)/installed
	@echo "installing what the report needs"
	@$(PIP) install --editable ".[report]"
	@touch $@

$(VENV)/with-test $(VENV)/with-lint $(VENV)/with-bench $(VENV)/with-docs: $(VENV)/with-%: $(VENV)/installed
	@echo "installing what '$*' needs"
	@$(PIP) install --group $*
	@$(if $(filter bench,$*),$(PIP) install --no-deps --ignore-requires-python pyfoci \
		|| echo "pyFOCI could not be installed: its rows are skipped",true)
	@touch $@
