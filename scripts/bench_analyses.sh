#!/usr/bin/env bash
# What the analyses cost: CPU time of `run` with each analysis alone and with all of them, as a multiple of `run` without any.
# Best of three; the geometric mean is over the kernels and two programs that do little but lock. Fails when a bar is missed.
# Needs a release build and JAVA_HOME (`make bench` sees to both).
set -euo pipefail
cd "$(dirname "$0")/.."

bar_alone=2
bar_all=3
deadheat=${CARGO_TARGET_DIR:-target}/release/deadheat
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%U %S'

# The least CPU time of three runs, in seconds.
best() {
    for _ in 1 2 3; do
        { time "$deadheat" run --stats --analyses "$1" -cp "$folder" "$2" >/dev/null 2>"$folder/stderr"; } 2>&1 || {
            cat "$folder/stderr" >&2
            return 1
        }
    done | awk 'NR == 1 || $1 + $2 < least { least = $1 + $2 } END { print least }'
}

"$JAVA_HOME/bin/javac" -d "$folder" benches/kernels/*.java benches/threads/*.java
printf '%-20s %9s %8s %8s %8s %8s %8s   %s\n' program 'none (s)' eraser happens lock atomizer all 'memory per shared location'
for source in benches/kernels/*.java benches/threads/*.java; do
    program=$(basename "$source" .java)
    printf '%s' "$program"
    for analyses in none eraser happens-before lock-tree atomizer all; do
        printf ' %s' "$(best "$analyses" "$program")"
    done
    awk '/^analyses:/ { printf " %s %s", $2, $5 } END { print "" }' "$folder/stderr"
done | awk -v alone="$bar_alone" -v all="$bar_all" '
    {
        printf "%-20s %9.2f", $1, $2
        for (i = 3; i <= 7; i++) {
            ratio = $i / ($2 > 0 ? $2 : 0.001)
            sum[i] += log(ratio)
            printf " %7.2fx", ratio
        }
        if ($8 > 0) printf "   %d bytes at %d locations", $9, $8
        print ""
        fflush()
    }
    END {
        if (!NR) exit 1
        printf "%-20s %9s", "geometric mean", ""
        for (i = 3; i <= 7; i++) {
            mean = exp(sum[i] / NR)
            missed += mean > (i == 7 ? all : alone)
            printf " %7.2fx", mean
        }
        printf "   (at most %gx, all: %gx)\n", alone, all
        exit missed > 0
    }'
