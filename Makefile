# Everything is set up in .venv; no target needs more than python3, a C compiler and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= 2
# Of tests that wait as often as they compute.
FAST_JOBS ?= 3
NODE ?= web01.example.com

SOURCES := $(wildcard grammar/*/src/*.c grammar/common/*.h grammar/*/src/tree_sitter/*.h server/puppetlens/syntax/*.c)

# Byte code is kept, whatever the environment says: to compile the tests takes longer than to collect them.
export PYTHONDONTWRITEBYTECODE :=

# What `make full` compares besides: folders as campaigns/sites.py wants them, and checkouts of stdlib.
CAMPAIGNS := tests/conformance/campaigns
SITES ?=
STDLIBS ?=

.PHONY: demo test fast full bench lint setup package release pictures clean

demo: setup ## the catalog of a node of the sample control repo
	$(BIN)/puppetlens catalog $(NODE) --environment tests/fixtures/control-repo --format tree

test: lint package ## everything: style, types, package, tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

fast: setup ## what a commit must pass
	$(BIN)/python -m pytest -n $(FAST_JOBS) --dist worksteal -m "not slow"

full: test ## and the campaigns: the packaged modules' table, templates and calls, stdlib's versions (STDLIBS), public sites (SITES)
	PYTHONPATH=. $(BIN)/python $(CAMPAIGNS)/packaged.py
	PYTHONPATH=. $(BIN)/python $(CAMPAIGNS)/templates.py
	PYTHONPATH=. $(BIN)/python $(CAMPAIGNS)/manifest_calls.py
	for module in $(STDLIBS); do calls=$$(mktemp) && \
	  PYTHONPATH=. $(BIN)/python $(CAMPAIGNS)/stdlib.py draw $$module $$calls && \
	  PYTHONPATH=. $(BIN)/python $(CAMPAIGNS)/stdlib.py compare $$module $$calls || exit 1; done
	$(if $(SITES),PYTHONPATH=. $(BIN)/python $(CAMPAIGNS)/sites.py $(SITES))

bench: setup ## what an editor waits for in a large repo, beside the aims: some minutes on an idle machine
	$(BIN)/python tests/perf/bench_editor.py

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

package: setup ## sdist -> wheel -> an empty venv that parses with it
	$(BIN)/python scripts/check_package.py

release: setup ## wheel, sdist, the extension of VS Code with the server inside for each platform, checksums: into dist; needs npm
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[release]'
	$(BIN)/python scripts/release.py

pictures: setup ## those of the README and the pages, from real VS Code, Neovim and command line: into docs/pictures; needs npm, chromium
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[pictures]'
	$(BIN)/python scripts/make_pictures.py

setup: $(READY) ## and byte code, which pip leaves out for sources that stay where they are (a start takes half the time)
	@$(BIN)/python -m compileall -q server/puppetlens

# Ruby is compiled here once, into the user's cache; else the first one who needs it would wait.
$(READY): pyproject.toml constraints.txt scripts/bring_ruby.py $(SOURCES)
	$(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(BIN)/python -m puppetlens.sandbox
	touch $@

clean:
	rm -rf $(VENV) build dist server/*.egg-info server/puppetlens/syntax/*.so
	rm -rf server/puppetlens/sandbox/ruby server/puppetlens/sandbox/ruby.wasm.xz
