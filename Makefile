# What a developer types. `make` alone lists it.
.DEFAULT_GOAL := help
.PHONY: help run dev check test test-long docs migration accept bench
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

docs: ## write what is made from the code: the contracts, the web's types, the pages
	@$(PYTHON) -m entrypoints.http.export
	@npm run --prefix web --silent api
	@npm run --prefix web --silent screens
	@$(PYTHON) -m tools.pages

migration: ## write what the tables have and the migrations lack; about="Students have an e-mail address."
	@$(PYTHON) -m tools.migration "$(about)"

accept: ## accept the changed contract: calls, screens, rights, schema, keys of texts
	@$(PYTHON) -m tests.contracts.baseline
	@npm run --prefix web --silent keys

bench: ## how fast the console is on this machine
	@tools/setup --tests
	@$(PYTHON) -m tests.benchmarks
