#!/usr/bin/env bash
# Finds a nats-server for the tests of the swarm, or installs one, and prints its path. Without one it prints nothing, and
# the tests that need it are skipped, or fail where CI is set. Everything else that it says goes to stderr.
set -uo pipefail

say() { echo "setup: $*" >&2; }

find_server() {
    local name
    # Debian puts it where only root looks.
    for name in "${DEADHEAT_NATS:-}" nats-server /usr/sbin/nats-server; do
        [ -n "$name" ] && command -v "$name" && return
    done
    return 1
}

find_server && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    say "no nats-server found; installing it"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >&2 || say "apt-get update failed; trying with what is known"
    apt-get install -qy --no-install-recommends nats-server >&2 && find_server && exit 0
fi
say "no nats-server found: the tests of the swarm on a server are skipped; install nats-server (2.9 or later), or set DEADHEAT_NATS"
