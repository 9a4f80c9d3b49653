# Thin on purpose: every target is a line or two that a person could type.
# Needs Python 3.11 or newer, make and git; everything else is fetched into .venv/.

PYTHON ?= python3
WORKERS ?= auto
STAGE ?= dev

VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check install --quiet
RULES_VENV := .build/venv-rules
EMULATOR := .build/emulator
OPENSPIEL := .build/openspiel
RULES := tests/rules tests/games
ASIDE := $(MAKE) --no-print-directory $(if $(filter output-sync,$(.FEATURES)),--output-sync)
SHIPPED := $(shell find chalicelib -type f -not -name '*.pyc')

.DEFAULT_GOAL := help
.PHONY: help play browser emulator test test-rules test-service lint types check soak bench package deployed deploy clean verify fetched

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# make hands PORT, DATA and STORE on in the environment; exec, so that a signal to make reaches the service.
play: $(VENV)/.play $(if $(filter dynamodb,$(STORE)),emulator) ## run the whole service on this machine (PORT=8000 DATA=.local STORE=sqlite)
	@exec $(RUN) -m infra.local

browser: $(VENV)/.dev ## find a browser for the tests, or fetch one
	@$(RUN) -m infra.browser

verify: $(VENV)/.play ## check the record of a match, dice and moves (FILE=record.json)
	@$(RUN) -m infra.verify "$(FILE)"

emulator: $(EMULATOR)/.ready ## fetch what stands in for AWS on this machine

test: browser emulator ## run all tests (WORKERS=auto)
	@$(RUN) -m pytest -q -n $(WORKERS) --dist loadgroup

test-rules: $(RULES_VENV)/.ready ## run the rules' and the games' tests with nothing but pytest installed
	@$(RULES_VENV)/bin/python -m pytest -q -n $(WORKERS) --dist loadgroup -p no:cacheprovider $(RULES)

test-service: browser emulator ## run the tests that test-rules leaves
	@$(RUN) -m pytest -q -n $(WORKERS) --dist loadgroup $(addprefix --ignore=,$(RULES))

lint: $(VENV)/.dev ## ruff: rules and format
	@$(RUN) -m ruff check
	@$(RUN) -m ruff format --check

types: $(VENV)/.dev ## mypy --strict
	@$(RUN) -m mypy

# Every test runs once: those of the rules, where nothing is installed that the rules could use by mistake.
# What waits for the network, or keeps one processor busy, goes side by side; what keeps all of them busy, by itself.
check: ## everything that has to hold before a commit
	@$(ASIDE) -j4 fetched
	@$(ASIDE) -j2 types package deployed lint
	@$(MAKE) --no-print-directory test-rules test-service

fetched: browser emulator $(RULES_VENV)/.ready $(EMULATOR)/.templates .build/package/sam.json ## fetch and build all that the checks need

soak: $(VENV)/.dev emulator ## the long runs
	@$(RUN) -m tests.soak

bench: emulator $(OPENSPIEL)/.ready .build/package/sam.json ## the benchmarks; writes bench.json
	@$(RUN) -m tests.bench

package: .build/package/sam.json $(EMULATOR)/.templates ## build what Lambda runs into .build/package/, and look at it
	@$(RUN) -m pytest -q -p no:cacheprovider tests/package

# What is built runs on Lambda's kind of machine, and elsewhere cannot even be imported.
deployed: .build/package/sam.json emulator ## deploy what was built into an emulator of AWS, and play a match there
ifeq ($(shell uname -sm),Linux x86_64)
	@$(RUN) -m pytest -q -p no:cacheprovider tests/deployed
else
	@echo 'not played here: what is built for Lambda runs on Linux on x86_64 only, and this is $(shell uname -sm)'
endif

deploy: .build/package/sam.json ## deploy what was built to AWS (STAGE=dev OPTIONS="--mail-from ...")
	@$(RUN) -m infra.deploy --stage $(STAGE) $(OPTIONS)

clean: ## remove what was built (not .local/, where the matches are)
	@rm -rf $(VENV) .build .mypy_cache .ruff_cache .pytest_cache .hypothesis bench.json

$(RUN):
	@$(PYTHON) -c 'import sys; sys.exit("Turnpost needs Python 3.11 or newer: make PYTHON=python3.11 ..." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)

# Chalice needs a pip older than 26.3, so that one is put in first.
$(VENV)/.play: requirements.txt requirements-dev.txt | $(RUN)
	@echo 'installing what the service needs into $(VENV) (once)'
	@$(PIP) -c requirements-dev.txt pip setuptools wheel
	@$(PIP) -r requirements.txt -c requirements-dev.txt chalice
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@echo 'installing what the tests need into $(VENV) (once)'
	@$(PIP) -r requirements.txt -r requirements-dev.txt
	@touch $@

.build/package/sam.json: app.py requirements.txt infra/package.py infra/archive.py infra/resources.yaml $(wildcard .chalice/*.json) $(SHIPPED) | $(VENV)/.dev
	@$(RUN) -m infra.package

$(EMULATOR)/.ready: requirements-emulator.txt | $(RUN)
	@echo 'installing what stands in for AWS into $(EMULATOR) (once)'
	@$(PYTHON) -m venv $(EMULATOR)
	@$(EMULATOR)/bin/python -m pip --disable-pip-version-check install --quiet -r requirements-emulator.txt
	@touch $@

$(EMULATOR)/.templates: requirements-templates.txt $(EMULATOR)/.ready
	@$(EMULATOR)/bin/python -m pip --disable-pip-version-check install --quiet -r $< -c requirements-emulator.txt
	@touch $@

$(OPENSPIEL)/.ready: requirements-openspiel.txt | $(VENV)/.dev
	@echo 'installing what playouts are measured against into $(OPENSPIEL) (once)'
	@rm -rf $(OPENSPIEL)
	@$(PIP) --target $(OPENSPIEL) -r requirements-openspiel.txt
	@touch $@

# This file says what is in it, so that a change here makes it anew.
$(RULES_VENV)/.ready: requirements-dev.txt Makefile | $(RUN)
	@$(PYTHON) -m venv --clear $(RULES_VENV)
	@$(RULES_VENV)/bin/python -m pip --disable-pip-version-check install --quiet -c requirements-dev.txt pytest pytest-xdist
	@touch $@
