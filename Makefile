# Every target creates what it needs: a virtual environment in .venv, with the package in it.
#   make demo    score the bundled examples, with intervals and an HTML report
#   make test    run the tests                     make test-slow   also the slow ones
#   make lint    style, types, import contract     make docs        build the documentation
#   make test-integrations  with transformers, evaluate, lm-eval, wandb and MLflow themselves (2 GB)
#   make coverage  lines that no test runs
#   make bench   speed, as ratios against peers    make clean       remove what was made
#   make agreement  the tables of docs/agreement.md, from public data (SHARED=../shared)
#   make gate-errors  the table of docs/gate.md: how often a gate is wrong, over 800 simulated pairs of systems (3 minutes)
#   make degenerate  the table of docs/choosing.md: what fools each measure
#   make screenshots  the pictures in docs: reports, figures, graphs (SHARED=../shared for the 12 systems)
#   make papers  docs/papers.md: what papers published, computed again from public data (SHARED=../shared)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
EXAMPLES := src/corrigenda/examples
SHARED ?= ../shared

# Modules are compiled once, not by each process of the tests. These fill the processors: more threads
# of numpy's BLAS library would only be in their way.
unexport PYTHONDONTWRITEBYTECODE
test test-pages test-clusters test-slow coverage: export OPENBLAS_NUM_THREADS := 1

# Tests of a module mostly stay in one process, which makes what they share once.
SPREAD := -n auto --dist worksteal

.PHONY: environment screenshots demo test test-pages test-clusters test-slow test-integrations coverage browser lint docs bench papers agreement gate-errors degenerate clean

demo: $(VENV)/.core
	@mkdir -p demo
	$(BIN)/corrigenda evaluate --m2 $(EXAMPLES)/gold.m2 -H timid=$(EXAMPLES)/timid.txt \
	    -H good=$(EXAMPLES)/good.txt -H reckless=$(EXAMPLES)/reckless.txt \
	    -m M2,GLEU,Accuracy --report demo/report.html
	@echo
	$(BIN)/corrigenda compare --m2 $(EXAMPLES)/gold.m2 -H timid=$(EXAMPLES)/timid.txt \
	    -H good=$(EXAMPLES)/good.txt -H reckless=$(EXAMPLES)/reckless.txt
	@echo
	@echo "Open demo/report.html in a browser."

test: $(VENV)/.test browser
	$(BIN)/python -m pytest $(SPREAD) --ignore tests/browser -m "not slow and not ray"
	@$(MAKE) --no-print-directory -j2 -O test-pages test-clusters

test-pages: $(VENV)/.test browser
	$(BIN)/python -m pytest tests/browser -n 2 --dist loadfile

test-clusters: $(VENV)/.test
	$(BIN)/python -m pytest tests/engine -m "ray and not slow"

test-slow: export EXAMPLES := 100
test-slow: $(VENV)/.test browser
	$(BIN)/python -m pytest $(SPREAD) --ignore tests/browser -m "not ray"
	$(BIN)/python -m pytest tests/browser -m "slow or not slow"
	$(BIN)/python -m pytest tests/engine -m ray

# These packages are large: they have an environment of their own, and `make test` skips their tests.
# TORCH=torch==2.13.0 chooses a build, such as one for processors alone.
INTEGRATIONS := .venv-integrations
TORCH ?= torch

test-integrations: $(INTEGRATIONS)/.ready
	$(INTEGRATIONS)/bin/python -m pytest tests/integrations

$(INTEGRATIONS)/.ready: pyproject.toml
	$(PYTHON) -m venv $(INTEGRATIONS)
	$(INTEGRATIONS)/bin/python -m pip install --quiet --disable-pip-version-check "$(TORCH)"
	$(INTEGRATIONS)/bin/python -m pip install --quiet --disable-pip-version-check "$(TORCH)" --editable ".[integrations]"
	@touch $@

coverage: $(VENV)/.test
	$(BIN)/python -m pytest $(SPREAD) --ignore tests/browser --cov --cov-report term --cov-report html

# The pages are tested in Chromium; without it, and without the right to install it, those tests skip.
# They have processes of their own: a browser ends only when no other process has its pipes.
browser:
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null || \
	    { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update -qq && \
	      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null; } || \
	    echo "Chromium is not installed: tests of pages in a browser are skipped."

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir site

bench: $(VENV)/.core
	$(BIN)/python benchmarks/run.py

screenshots: $(VENV)/.test browser
	$(BIN)/python -m tests.browser.pictures --shared $(SHARED)

papers: $(VENV)/.core
	$(BIN)/python -m papers --shared $(SHARED) --markdown docs/papers.md
	@echo
	@echo "Open papers/out/index.html in a browser."

agreement: $(VENV)/.core
	$(BIN)/python -m papers.agreement --shared $(SHARED)

gate-errors: $(VENV)/.test
	$(BIN)/python -m tests.gates.test_error_rate

degenerate: $(VENV)/.core
	$(BIN)/python -m papers.degenerate

clean:
	rm -rf $(VENV) $(INTEGRATIONS) demo site papers/out build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- environments: one, to which each target adds what it needs --------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	    { echo "corrigenda needs Python 3.10 or later: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	@touch $@

# A Ray cluster is large and not to be had for every Python; without it, its tests are skipped.
# Of the peers to compare with, what is compared needs none of their (large or old) dependencies.
define install_tests
$(PIP) --editable ".[test,browser,ray$(1)]" || { $(PIP) --editable ".[test,browser$(1)]" && \
    echo "Ray is not installed: tests of clusters are skipped."; }
$(PIP) --no-deps errant==3.0.2 ucca==1.3.11
endef

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(call install_tests)
	@touch $@

$(VENV)/.lint $(VENV)/.docs: $(VENV)/.%: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[$*]"
	@touch $@

# All of it at once, which takes less time than one after the other.
LINT_AND_DOCS := ,lint,docs
environment: pyproject.toml | $(BIN)/python
	$(call install_tests,$(LINT_AND_DOCS))
	@touch $(addprefix $(VENV)/.,core test lint docs)
