#!/usr/bin/env bash
# Builds real programs from Debian's source packages, unmodified, with deadheat's compilers; runs them under deadheat, compares what they
# write with what other tools make of it, checks them, and replays every witness.
#
#   scripts/native_programs.sh [--budget SECONDS,SECONDS] [PROGRAM...]     pbzip2 pigz xz zstd; all of them by default
#
# DEADHEAT is the binary (target/release/deadheat), WORK the folder for sources and builds (target/native-programs).
# The sources come from where this system's packages come from; the system's own configuration is not changed. A program whose sources
# cannot be had is skipped, with a word.
set -euo pipefail
cd "$(dirname "$0")/.."

budget=3,20
programs=()
while [ $# -gt 0 ]; do
    case $1 in
    --budget) budget=$2; shift ;;
    *) programs+=("$1") ;;
    esac
    shift
done
[ ${#programs[@]} -gt 0 ] || programs=(pbzip2 pigz xz zstd)

DEADHEAT=$(realpath "${DEADHEAT:-${CARGO_TARGET_DIR:-target}/release/deadheat}")
WORK=${WORK:-${CARGO_TARGET_DIR:-target}/native-programs}
mkdir -p "$WORK"
WORK=$(realpath "$WORK")
cc="$DEADHEAT cc"
cxx="$DEADHEAT c++"

say() { echo "native programs: $*"; }

# A configuration for apt below $WORK in which every source of packages is one of source packages.
configure_apt() {
    local apt=$WORK/apt list
    command -v apt-get >/dev/null || return 1
    export APT_CONFIG=$apt/apt.conf
    [ ! -e "$apt/ready" ] || return 0
    mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/cache/archives/partial"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$list" ] && sed -n 's/^deb /deb-src /p' "$list" >>"$apt/sources/all.list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
        [ -f "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/sources/$(basename "$list")"
    done
    cat >"$APT_CONFIG" <<-END
	Dir::Etc::sourcelist "/dev/null";
	Dir::Etc::sourceparts "$apt/sources";
	Dir::State::lists "$apt/lists";
	Dir::Cache "$apt/cache";
	APT::Sandbox::User "";
	END
    apt-get update -qq >"$apt/log" 2>&1 && touch "$apt/ready"
}

# Puts the sources of a package into $WORK/$1/source; fails if they cannot be had.
get_source() {
    local package=$1 folder=$WORK/$1
    [ ! -d "$folder/source" ] || return 0
    configure_apt || return 1
    mkdir -p "$folder/archives"
    (
        cd "$folder/archives"
        # Where Debian's own changes are not to be had, the authors' sources alone.
        if apt-get source -qq --download-only --only-source "$package" >log 2>&1; then
            dpkg-source --no-check -x ./*.dsc ../source >>log 2>&1
        else
            apt-get source -qq --download-only --only-source --tar-only "$package" >>log 2>&1 || true
            archive=$(ls ./*.orig.tar.* 2>/dev/null | grep -v '\.asc$' | head -1)
            [ -n "$archive" ] && mkdir ../unpacked && tar -xf "$archive" --strip-components=1 -C ../unpacked && mv ../unpacked ../source
        fi
    )
}

# Text that can be compressed, always the same: $1 lines.
make_input() {
    awk -v lines="$1" 'BEGIN { x = 1; for (i = 0; i < lines; i++) { x = (x * 1103515245 + 12345) % 2147483648; printf "%d line %d %d\n", i, x % 1000, x % 7 } }'
}

build_pbzip2() { make -s CC="$cc" CXX="$cxx" CXXFLAGS=-w; }
build_pigz() { make -s CC="$cc" pigz; }
build_xz() {
    [ -e Makefile ] || ./configure -q --disable-shared --disable-nls --disable-doc --disable-scripts --disable-lzmainfo --disable-lzmadec \
        --disable-xzdec CC="$cc" CFLAGS="-g -O1"
    make -s
}
build_zstd() {
    make -s -C programs zstd CC="$cc" CFLAGS="-g -O1" ZSTD_LEGACY_SUPPORT=0 ZSTD_NO_ASM=1 HAVE_ZLIB=0 HAVE_LZMA=0 HAVE_LZ4=0
}

# Of each program: its package, its binary, how large its input is, its arguments, and what undoes it.
describe() {
    case $1 in
    pbzip2) package=pbzip2 binary=pbzip2 lines=12000 arguments=(-k -c -p2 -b1) undo=(bzip2 -dc) ;;
    pigz) package=pigz binary=pigz lines=12000 arguments=(-k -c -p2 -b 128) undo=(gzip -dc) ;;
    xz) package=xz-utils binary=src/xz/xz lines=300 arguments=(-k -c -0 -T2 --block-size=2KiB) undo=(xz -dc) ;;
    zstd) package=libzstd binary=programs/zstd lines=300 arguments=(-k -c -1 -T2 -B1KB --no-progress) undo=(zstd -dc) ;;
    *) say "$1 is not known"; exit 2 ;;
    esac
}

# What the last lines of a report come to.
summary() { tr '\n' ' ' <"$1" | grep -oE '(nothing +found|[0-9]+ findings?, [^(]*) ' | tail -1 | tr -s ' '; }

# Runs, compares, checks and replays one program.
try() {
    local name=$1 input output results code witness stamp replayed=0
    describe "$name"
    if ! get_source "$package"; then
        say "$name skipped: its sources cannot be had here"
        return 0
    fi
    # What another deadheat has built has another runtime.
    stamp=$(cksum <"$DEADHEAT")
    if [ "$(cat "$WORK/$package/built" 2>/dev/null)" != "$stamp" ]; then
        rm -rf "$WORK/$package/build" "$WORK/$package/built"
        cp -r "$WORK/$package/source" "$WORK/$package/build"
        # All files are equally old: else a patch makes a build ask for the tools that made its configure script.
        find "$WORK/$package/build" -exec touch -d 2000-01-01 {} +
    fi
    (cd "$WORK/$package/build" && "build_$name" && echo "$stamp" >../built) >"$WORK/$package/build.log" 2>&1 || {
        say "$name does not build: see $WORK/$package/build.log"
        return 1
    }
    input=$WORK/$name.input output=$WORK/$name.output results=$WORK/$name.results
    make_input "$lines" >"$input"
    binary=$WORK/$package/build/$binary
    "$DEADHEAT" run --analyses none --timeout 60 "$binary" "${arguments[@]}" "$input" >"$output"
    "${undo[@]}" "$output" | cmp - "$input"
    rm -rf "$results"
    code=0
    "$DEADHEAT" check --budget "$budget" --output "$results" "$binary" "${arguments[@]}" "$input" >"$WORK/$name.check" 2>&1 || code=$?
    if [ "$code" -gt 1 ]; then
        say "$name: check ends with $code: see $WORK/$name.check"
        return 1
    fi
    for witness in "$results"/*.witness; do
        [ -e "$witness" ] || continue
        "$DEADHEAT" replay --check "$witness" >/dev/null || {
            say "$name: $witness does not replay"
            return 1
        }
        replayed=$((replayed + 1))
    done
    say "$name runs, and is checked: $(summary "$WORK/$name.check"); $replayed witnesses replay"
}

failed=0
for name in "${programs[@]}"; do
    # Not `try || ...`: a command that fails inside must end it.
    set +e
    (set -e; try "$name")
    code=$?
    set -e
    [ "$code" -eq 0 ] || { say "$name FAILED"; failed=1; }
done
exit "$failed"
