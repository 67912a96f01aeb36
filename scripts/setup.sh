#!/usr/bin/env bash
# Finds a JDK that deadheat can use, or installs one, and prints its home. Everything else that it says goes to stderr.
set -euo pipefail

package=openjdk-17-jdk-headless

say() { echo "setup: $*" >&2; }

fail() {
    say "$*"
    exit 1
}

source "$(dirname "$0")/apt.sh"

# Whether a folder is a JDK 17 or 21 with its class library and compiler.
fits() {
    [ -f "$1/lib/modules" ] && [ -x "$1/bin/javac" ] && [ -f "$1/release" ] || return 1
    local version
    version=$(sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release")
    [ "$version" = 17 ] || [ "$version" = 21 ]
}

# JAVA_HOME, then PATH, then where Debian puts its JDKs.
find_jdk() {
    local javac candidates=()
    [ -z "${JAVA_HOME:-}" ] || candidates+=("$JAVA_HOME")
    if javac=$(command -v javac); then
        candidates+=("$(dirname "$(dirname "$(readlink -f "$javac")")")")
    fi
    candidates+=(/usr/lib/jvm/java-17-openjdk-* /usr/lib/jvm/java-21-openjdk-*)
    local home
    for home in "${candidates[@]}"; do
        if fits "$home"; then
            readlink -f "$home"
            return
        fi
    done
    return 1
}

command -v cargo >/dev/null || fail "no cargo found; install Rust 1.95 or later from https://rustup.rs, and try again"
find_jdk || {
    apt_install "JDK 17 or 21" "install one (Debian: apt install $package), or set JAVA_HOME to one, and try again" "$package"
    find_jdk || fail "$package was installed, but no JDK 17 was found; set JAVA_HOME to one, and try again"
}
