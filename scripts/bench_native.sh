#!/usr/bin/env bash
# What native guests cost. Three tables, each from one run on this machine:
# - `run` on six kernels of benches/native, with all analyses and with none, against the program itself and ThreadSanitizer (gcc's, and clang's
#   where there is one): elapsed time, best of three. The goal is clang's ThreadSanitizer's time;
# - `explore` on three of them made small: states, and executions from beginning to end, a second, by processes that go back and ahead and by
#   copies alone (`DEADHEAT_COPIES`). The goal is 20,000 executions a second;
# - bytes that the analyses keep for each byte of memory that threads touch.
# Prints; nothing is judged. Needs a release build and compilers (`make bench` sees to both).
set -euo pipefail
cd "$(dirname "$0")/.."

deadheat=$(realpath "${CARGO_TARGET_DIR:-target}/release/deadheat")
gcc=${GCC:-gcc}
clang=${CLANG:-$(command -v clang clang-{22,21,20,19,18,17,16,15,14} 2>/dev/null | head -1 || true)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/cache
TIMEFORMAT=%R

# A kernel, and how much it does.
kernels=(counter:20000 sum:100000 ring:10000 matrix:60 table:20000 atomics:20000)
small=(counter:5 ring:3 atomics:4)

# The least time of three runs, in seconds; `-` where there is nothing to run.
best() {
    [ -x "$1" ] || {
        echo -
        return
    }
    for _ in 1 2 3; do
        { time "$@" >/dev/null 2>"$folder/stderr"; } 2>&1
    done | sort -n | head -1
}

for kernel in "${kernels[@]}"; do
    name=${kernel%:*}
    source=benches/native/$name.c
    "$gcc" -O2 -pthread -o "$folder/$name.plain" "$source"
    "$gcc" -O2 -g -pthread -fsanitize=thread -o "$folder/$name.gcc" "$source"
    [ -z "$clang" ] || "$clang" -O2 -g -pthread -fsanitize=thread -o "$folder/$name.clang" "$source"
    "$deadheat" cc -O2 -pthread -o "$folder/$name.deadheat" "$source"
done

printf '%-10s %9s %9s %9s %9s %9s   %s\n' kernel plain 'TSan gcc' 'TSan clang' none all 'all, as a multiple of TSan gcc, clang'
for kernel in "${kernels[@]}"; do
    name=${kernel%:*} much=${kernel#*:}
    printf '%s' "$name"
    for kind in plain gcc clang; do
        printf ' %s' "$(best "$folder/$name.$kind" "$much")"
    done
    for analyses in none all; do
        printf ' %s' "$(best "$deadheat" run --stats --analyses "$analyses" "$folder/$name.deadheat" "$much")"
        cp "$folder/stderr" "$folder/$name.$analyses"
    done
    echo
done | awk '
    {
        printf "%-10s %9s %9s %9s %9s %9s  ", $1, $2, $3, $4, $5, $6
        for (i = 3; i <= 4; i++) {
            if ($i == "-") { printf "  %7s", "-"; continue }
            ratio = $6 / ($i > 0 ? $i : 0.001)
            sum[i] += log(ratio)
            count[i]++
            printf "  %6.1fx", ratio
        }
        print ""
        fflush()
    }
    END {
        printf "%-10s %49s  ", "geometric mean", ""
        for (i = 3; i <= 4; i++) if (count[i]) printf "  %6.1fx", exp(sum[i] / count[i])
        print ""
    }'

# What a search says of itself: a number, and the seconds that it took.
told() { awk -v what="$1" '$1 == what { number = $2 } $1 == "time:" { time = $2 } END { gsub(",", "", number); print number / (time > 0 ? time : 0.001) }' "$folder/stderr"; }
explore() { "$deadheat" explore --stats --output "$folder/result" "$@" >/dev/null 2>"$folder/stderr" || true; }

echo
printf '%-10s %14s %14s %14s\n' explored states/s executions/s 'by copies'
for program in "${small[@]}"; do
    name=${program%:*} much=${program#*:}
    printf '%-10s' "$name"
    explore --no-reduction --max-states 5000 "$folder/$name.deadheat" "$much"
    printf ' %14.0f' "$(told states:)"
    # Each walk is an execution from beginning to end.
    explore --strategy random --max-walks 10000 "$folder/$name.deadheat" "$much"
    printf ' %14.0f' "$(told walks:)"
    DEADHEAT_COPIES=1 explore --strategy random --max-walks 500 "$folder/$name.deadheat" "$much"
    printf ' %14.0f\n' "$(told walks:)"
done

echo
printf '%-10s %14s %14s\n' memory 'bytes touched' 'bytes for each'
for kernel in "${kernels[@]}"; do
    name=${kernel%:*}
    awk -v name="$name" '/^analyses:/ { printf "%-10s %14s %14s\n", name, $2, $5 }' "$folder/$name.all"
done
