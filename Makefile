# Two commands matter: `make run` and `make test`. Everything a machine needs is installed by scripts/setup.
SHELL := /bin/bash
export CARGO_TARGET_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/apprentice/target
.PHONY: run test lint bench soak conformance agents bindings setup ui dist

setup:
	@scripts/setup

ui:
	@cd ui && npm run --silent build

run:
	@scripts/setup run
	@scripts/run

test: setup
	@scripts/test

lint: setup
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cd ui && npm run --silent lint && npx --yes knip@6.44.2

# Regenerates what is derived from the Rust types and committed: openapi.json and the TypeScript schema.
bindings:
	UPDATE_BINDINGS=1 cargo nextest run -p apprentice-api bindings
	cd ui && npm run --silent bindings

# Packages to install: a .deb and an .rpm on Linux. The first time it downloads the packer of Tauri from npm.
dist:
	@scripts/setup dist
	@scripts/dist

bench: setup
	@scripts/bench

# Long campaigns: kills and fuzzing. `make test` runs a short form of each.
soak: setup
	@scripts/soak

# The official conformance suite and inspector of the Model Context Protocol. Downloads them, so `make test` does not run it.
conformance:
	@scripts/conformance

# Real agents against us: what each loads, and the whole way of an ability through each. Downloads them (2 GB), so `make test` does not.
agents:
	@scripts/agents
