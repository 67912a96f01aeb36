#!/usr/bin/env bash
# Finds the clang that tests compile native programs with, beside gcc, or installs it with its libraries for OpenMP and sanitizers. Without it
# the tests that need it are skipped, or fail where CI is set. Everything that it says goes to stderr.
set -uo pipefail

packages=(clang-19 libomp-19-dev libclang-rt-19-dev)

say() { echo "setup: $*" >&2; }

# Whether it is there, with what such programs are linked with.
fits() {
    local folder code=0
    folder=$(mktemp -d)
    echo '#include <omp.h>
int main(void) { return 0; }' >"$folder/a.c"
    for flags in -fopenmp "-fopenmp -fsanitize=thread"; do
        # shellcheck disable=SC2086 # two flags are two words
        clang-19 $flags "$folder/a.c" -o "$folder/a" 2>/dev/null || code=1
    done
    rm -rf "$folder"
    return "$code"
}

fits && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    say "no clang-19 found; installing it"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >&2 || say "apt-get update failed; trying with what is known"
    apt-get install -qy --no-install-recommends "${packages[@]}" >&2 && fits && exit 0
fi
say "no clang-19 found: its tests are skipped; install ${packages[*]}"
