#!/usr/bin/env bash
# Checks the dependencies as deny.toml says, where cargo-deny is there. `INSTALL=1` installs it first, which takes a network and some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo deny --version >/dev/null 2>&1; then
    if [ -n "${INSTALL:-}" ]; then
        cargo install --locked --quiet cargo-deny || true
    fi
    if ! cargo deny --version >/dev/null 2>&1; then
        echo "cargo-deny is not there, so dependencies are not looked at: INSTALL=1 make deny" >&2
        exit 0
    fi
fi
# Without a network there is no list of advisories; all else is looked at anyway.
cargo deny check bans licenses sources
cargo deny check advisories || { [ -n "${OFFLINE:-}" ] && echo "no list of advisories" >&2; }
