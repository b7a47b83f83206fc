VENV ?= .venv
BIN := $(VENV)/bin
export VENV

.PHONY: run test check bench campaign format model clean

run: ## set up, index the sample documents, serve, say where to click
	@tools/setup.sh run
	@$(BIN)/clausecard serve --build

test: ## everything that CI runs
	@tools/setup.sh test
	@$(MAKE) --no-print-directory check
	@$(BIN)/python -m pytest

check: ## format, lint, types, import contracts
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

format:
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: ## benchmarks; not part of the tests
	@tools/setup.sh test
	@$(BIN)/python -m tests.benchmarks

campaign: ## the long forms of the seeded tests; figures go to runbook/quality.md
	@tools/setup.sh test
	@$(BIN)/python -m tests.campaigns

model: ## a local model for a person to try; prints the two variables to set (MODEL_OPTIONS="--size 0.5b")
	@tools/setup.sh model
	@$(BIN)/python -m tools.model $(MODEL_OPTIONS)
