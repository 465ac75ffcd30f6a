# What a developer types. `make` alone lists it.
.DEFAULT_GOAL := help
.PHONY: help run dev check test test-long docs bench
PYTHON := .venv/bin/python

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

run: ## the console on this machine, whole; Ctrl-C stops it
	@./markaz up

dev: ## the same, reloading what is edited: Python here, the web on its own port
	@tools/setup
	@./markaz up --dev

check: ## a minute: format, lint, types, imports, the rules, and the tests of what changed
	@tools/setup --tests
	@$(PYTHON) tools/check.py

test: ## everything, ending in one summary
	@tools/setup --tests
	@$(PYTHON) tools/test.py

test-long: ## the long fault and scale runs
	@tools/setup --tests
	@$(PYTHON) tools/test.py --long

docs: ## draw the pages that are made from code and tests
	@$(PYTHON) -m entrypoints.http.export
	@$(PYTHON) -m tools.pages

bench: ## how fast the console is on this machine
	@tools/setup --tests
	@$(PYTHON) -m tests.benchmarks
