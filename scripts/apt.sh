# Installing Debian packages, for scripts that read this file: they have `say` and `fail`.

# apt_install WHAT REMEDY PACKAGE...: installs packages because WHAT was not found, or fails with the remedy.
apt_install() {
    local what=$1 remedy=$2
    shift 2
    command -v apt-get >/dev/null || fail "no $what found, and there is no apt-get; $remedy"
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || fail "no $what found, and installing it needs root; $remedy"
        root=(sudo -n)
    fi
    say "no $what found; installing $*"
    export DEBIAN_FRONTEND=noninteractive
    "${root[@]}" apt-get update -q >&2 || say "apt-get update failed; trying with what is known"
    "${root[@]}" apt-get install -qy --no-install-recommends "$@" >&2 || fail "apt-get could not install $*; $remedy"
}
