#!/usr/bin/env bash
# Prints a folder with the jars of some libraries, for the tests that run real software: DEADHEAT_JARS, or Debian's packages, fetched and unpacked into
# target/jars. Nothing is installed. Where they cannot be had it prints nothing, and the tests are skipped. Everything else that it says goes to stderr.
set -euo pipefail

cache=$(cd "$(dirname "$0")/.." && pwd)/target/jars
packages=(
    liblog4j2-java libclojure-java libspec-alpha-clojure libcore-specs-alpha-clojure groovy
    junit4
    libhamcrest-java
    junit5
    libopentest4j-java
    libapiguardian-java
    libunivocity-parsers-java
    testng
    libjcommander-java
)

say() { echo "jars: $*" >&2; }

if [ -n "${DEADHEAT_JARS:-}" ]; then
    echo "$DEADHEAT_JARS"
    exit
fi
if [ "$(cat "$cache/complete" 2>/dev/null)" != "${packages[*]}" ]; then
    command -v apt-get >/dev/null && command -v dpkg >/dev/null || { say "no apt-get: the tests with libraries are skipped"; exit; }
    mkdir -p "$cache"
    for package in "${packages[@]}"; do
        (cd "$cache" && timeout 120 apt-get download -q "$package" >&2) || { say "cannot fetch $package: the tests with libraries are skipped"; exit; }
    done
    for file in "$cache"/*.deb; do dpkg -x "$file" "$cache/unpacked"; done
    echo "${packages[*]}" >"$cache/complete"
fi
echo "$cache/unpacked/usr/share/java"
