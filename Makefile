# make play and make test are all that a newcomer needs; see README.md and CONTRIBUTING.md.

BIN := .venv/bin
QUIETLY := tools/quietly.sh
# Browser tests wait a good part of their time: half as many workers again as there are cores.
WORKERS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n + n / 2)))

.PHONY: play test check check-long test-tools lint types client pytest benchmark fix lock clean help

help: ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 18

play: ## install what is missing, start the server and open the browser
	@tools/venv.sh play
	@$(BIN)/wendekreis play

test: lint types client pytest ## run every check of a few minutes

lint types client pytest: test-tools

check-long: test-tools ## run the checks that take longer
	@CHROMIUM=$$($(BIN)/python -m tools.chromium) && export WENDEKREIS_CHROMIUM="$$CHROMIUM" && \
	  $(QUIETLY) 1 $(BIN)/python -m pytest -n auto --dist worksteal -m long

test-tools:
	@tools/venv.sh dev
	@tools/node.sh

lint: ## style and the order of imports
	@$(QUIETLY) 1 $(BIN)/ruff check .
	@$(QUIETLY) 1 $(BIN)/ruff format --check .
	@$(QUIETLY) 1 $(BIN)/lint-imports

types: ## types of the Python code and of the client
	@$(QUIETLY) 1 $(BIN)/mypy
	@$(QUIETLY) 1 node_modules/.bin/tsc --project tsconfig.json

client: ## unit tests of the client
	@$(QUIETLY) 8 node --test --test-reporter=tap $$(find tests/client -name "*.test.*js")

pytest: ## all Python tests, the browser tests among them
	@CHROMIUM=$$($(BIN)/python -m tools.chromium) && export WENDEKREIS_CHROMIUM="$$CHROMIUM" && \
	  $(QUIETLY) 1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not long"

benchmark: ## time the engine; a figure to look at, no test
	@tools/venv.sh dev
	@$(BIN)/python -m pytest benchmarks --benchmark-enable --benchmark-only

fix: ## let ruff put right what it can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: ## write requirements.lock and package-lock.json anew
	@tools/lock.sh

clean: ## remove all that was installed or built here
	@rm -rf .venv node_modules build dist .mypy_cache .ruff_cache .import_linter_cache .hypothesis
