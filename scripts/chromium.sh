#!/usr/bin/env bash
# Finds a Chromium for the tests of the HTML report, or installs one, and prints its path. Without one it prints nothing, and
# the tests that need it are skipped, or fail where CI is set. Everything else that it says goes to stderr.
set -uo pipefail

say() { echo "setup: $*" >&2; }

find_chromium() {
    local name
    for name in "${DEADHEAT_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$name" ] && command -v "$name" && return
    done
    return 1
}

find_chromium && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    say "no Chromium found; installing it"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >&2 || say "apt-get update failed; trying with what is known"
    apt-get install -qy --no-install-recommends chromium fonts-dejavu-core >&2 && find_chromium && exit 0
fi
say "no Chromium found: the tests of the HTML report in a browser are skipped; install chromium, or set DEADHEAT_CHROMIUM"
