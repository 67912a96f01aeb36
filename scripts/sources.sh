#!/usr/bin/env bash
# Prints a folder with the sources of some libraries, for the tests that run a library's own tests: DEADHEAT_SOURCES, or Debian's source packages, fetched
# and unpacked into target/sources, each in a folder of its name. Nothing is installed, and the lists of packages that the system has stay as they are.
# Where they cannot be had it prints nothing, and the tests are skipped. Everything else that it says goes to stderr.
set -euo pipefail

cache=$(cd "$(dirname "$0")/.." && pwd)/target/sources
packages=(commons-pool2 surefire)

say() { echo "sources: $*" >&2; }

if [ -n "${DEADHEAT_SOURCES:-}" ]; then
    echo "$DEADHEAT_SOURCES"
    exit
fi
if [ "$(cat "$cache/complete" 2>/dev/null)" != "${packages[*]}" ]; then
    command -v apt-get >/dev/null || { say "no apt-get: the tests with sources are skipped"; exit; }
    mkdir -p "$cache/apt/lists/partial" "$cache/apt/cache/archives/partial" "$cache/apt/sources" "$cache/packages"
    # The places that the system has its packages from, which have their sources, too.
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/debian.list; do
        [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"$cache/apt/sources/$(basename "$list" .list)-system.list"
    done
    for list in /etc/apt/sources.list.d/debian.sources; do
        [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$cache/apt/sources/debian.sources"
    done
    cd "$cache/packages"
    options=(-q -o "Dir::Etc::sourcelist=-" -o "Dir::Etc::sourceparts=$cache/apt/sources" -o "Dir::State::lists=$cache/apt/lists" -o "Dir::Cache=$cache/apt/cache")
    timeout 120 apt-get "${options[@]}" update >&2 || { say "no list of sources: the tests with sources are skipped"; exit; }
    for package in "${packages[@]}"; do
        timeout 120 apt-get "${options[@]}" source --download-only "$package" >&2 || { say "cannot fetch $package: the tests with sources are skipped"; exit; }
        mkdir -p "$cache/unpacked/$package"
        tar -xf "$package"_*.orig.tar.* -C "$cache/unpacked/$package" --strip-components=1
    done
    echo "${packages[*]}" >"$cache/complete"
fi
echo "$cache/unpacked"
