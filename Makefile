# Two commands matter: `make run` and `make test`. scripts/setup installs everything that a machine needs.
SHELL := /bin/bash
export CARGO_TARGET_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/apprentice/target
.PHONY: run test lint bench soak attack eval conformance agents bindings setup ui dist

setup:
	@scripts/setup

ui:
	@cd ui && npm run --silent build

run:
	@scripts/setup run
	@scripts/run

test: setup
	@scripts/test

# Format, clippy, unused dependencies, licences and duplicates of libraries. The first time it builds two programs from source.
lint:
	@scripts/setup lint
	@scripts/lint

# Generates the committed files that follow from Rust types: openapi.json, its TypeScript types, and the commands of the shell.
bindings:
	UPDATE_BINDINGS=1 cargo nextest run -p apprentice-api -p apprentice-compiler -p apprentice-desktop bindings
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

# Attacks on the real program with a new seed (docs/security.md). `make test` runs a short form.
attack:
	@cargo build --quiet -p apprentice-cli
	@scripts/attack --long

# Tasks in real applications, scored against what is known to be true (docs/evaluation.md). Downloads these applications, so `make test` runs
# a short form on what setup installs.
eval: setup
	@scripts/eval

# The official conformance suite and inspector of the Model Context Protocol. Downloads them, so `make test` leaves this out.
conformance:
	@scripts/conformance

# Real agents: what each loads, and how each uses an ability. Downloads them (2 GB), so `make test` leaves this out.
agents:
	@scripts/agents
