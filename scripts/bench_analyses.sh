#!/usr/bin/env bash
# What the analyses cost: CPU time of `run` with each analysis alone and with all of them, as a multiple of `run` without any, over programs with several
# threads. What it takes to start the machine (`Hello`) is taken off both. Best of three; says how many bars are missed.
# The bytes that a live shared location takes are measured from outside: how much faster the memory of the process grows with their number (`Live`).
# Needs a release build and JAVA_HOME (`make bench` sees to both).
set -euo pipefail
cd "$(dirname "$0")/.."

bar_alone=2
bar_mean=3
bar_worst=6
bar_bytes=64
deadheat=${CARGO_TARGET_DIR:-target}/release/deadheat
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The least CPU time of three runs, in seconds, and the memory of the last, in MB.
best() {
    for _ in 1 2 3; do
        TIMEFORMAT='%3U %3S'
        { time /usr/bin/time -f '%M' -o "$folder/memory" \
            "$deadheat" run --stats --analyses "$1" -cp "$folder" "$2" >/dev/null 2>"$folder/stderr"; } 2>"$folder/time" || {
            cat "$folder/stderr" >&2
            return 1
        }
        echo "$(cat "$folder/time")" "$(tail -n 1 "$folder/memory")"
    done | awk 'NR == 1 || $1 + $2 < least { least = $1 + $2 } { memory = $3 / 1024 } END { print least, memory }'
}

# The memory of a process, in KB, in which so many objects of `Live` are watched.
memory() {
    /usr/bin/time -f '%M' -o "$folder/memory" "$deadheat" run --analyses "$1" -cp "$folder" Live "$2" >/dev/null
    tail -n 1 "$folder/memory"
}

"$JAVA_HOME/bin/javac" -d "$folder" benches/kernels/Hello.java benches/threads/*.java benches/memory/Live.java
read -r boot _ < <(best none Hello)
printf '%-13s %9s %8s %8s %8s %8s %8s %13s   %s\n' \
    program 'none (s)' eraser happens lock atomizer all 'memory (MB)' 'shared locations'
for source in benches/threads/*.java; do
    program=$(basename "$source" .java)
    printf '%s' "$program"
    for analyses in none eraser happens-before lock-tree atomizer all; do
        printf ' %s' "$(best "$analyses" "$program")"
    done
    awk '/^analyses:/ { printf " %s %s", $2, $5 } END { print "" }' "$folder/stderr"
done | awk -v boot="$boot" -v alone="$bar_alone" -v bar_mean="$bar_mean" -v bar_worst="$bar_worst" '
    function net(time) { return time > boot + 0.001 ? time - boot : 0.001 }
    {
        printf "%-13s %9.2f", $1, net($2)
        for (i = 4; i <= 12; i += 2) {
            ratio = net($i) / net($2)
            sum[i] += log(ratio)
            if (ratio > worst[i]) worst[i] = ratio
            printf " %7.2fx", ratio
        }
        printf " %5d -> %5d", $3, $13
        if ($14 > 0) printf "   %d, %d bytes for each", $14, $15
        print ""
        fflush()
    }
    END {
        if (!NR) exit 1
        printf "%-13s %9s", "mean", ""
        for (i = 4; i <= 12; i += 2) {
            mean = exp(sum[i] / NR)
            missed += mean > (i == 12 ? bar_mean : alone)
            printf " %7.2fx", mean
        }
        printf "   (geometric; at most %gx, all: %gx)\n%-13s %9s", alone, bar_mean, "worst", ""
        for (i = 4; i <= 12; i += 2) printf " %7.2fx", worst[i]
        missed += worst[12] > bar_worst
        printf "   (all: at most %gx)\n%d bars missed\n", bar_worst, missed
    }'
# An object of `Live` has three locations, and an element of its array is one.
awk -v none="$(memory none 50000)" -v all="$(memory all 50000)" \
    -v none_more="$(memory none 250000)" -v all_more="$(memory all 250000)" -v bar="$bar_bytes" 'BEGIN {
    bytes = ((all_more - none_more) - (all - none)) * 1024 / (4 * 200000)
    printf "a live shared location takes %d bytes (at most %d)%s\n", bytes, bar, (bytes > bar ? ": missed" : "")
}'
