#!/usr/bin/env bash
# Finds the compilers for native programs, gcc and g++, or installs them. Prints them, and clang where there is one; everything else that
# it says goes to stderr.
set -euo pipefail

packages=(gcc g++ libc6-dev)

say() { echo "compilers: $*" >&2; }

fail() {
    say "$*"
    exit 1
}

source "$(dirname "$0")/apt.sh"

# Whether there is a compiler for C and one for C++, with a linker and the headers of the C library.
fits() {
    command -v gcc >/dev/null && command -v g++ >/dev/null || return 1
    local folder code=0
    folder=$(mktemp -d)
    echo '#include <pthread.h>
int main(void) { return 0; }' >"$folder/a.c"
    gcc "$folder/a.c" -o "$folder/a" -lpthread 2>/dev/null || code=1
    rm -rf "$folder"
    return "$code"
}

fits || {
    apt_install "gcc and g++" "install them (Debian: apt install ${packages[*]}), and try again" "${packages[@]}"
    fits || fail "${packages[*]} were installed, but do not compile"
}
command -v gcc
command -v g++
for clang in clang clang-{22,21,20,19,18,17,16,15,14}; do
    if command -v "$clang"; then
        exit 0
    fi
done
say "no clang: its tests are skipped (Debian: apt install clang)"
