#!/usr/bin/env bash
# The kernels, by deadheat and by `java -Xint`: CPU time, best of three, and the ratio. Needs a release build and
# JAVA_HOME (`make bench` sees to both).
set -euo pipefail
cd "$(dirname "$0")/.."

deadheat=${CARGO_TARGET_DIR:-target}/release/deadheat
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%U %S'

# The least CPU time of three runs of a command, in seconds; its output goes to a file.
best() {
    local output=$1
    shift
    for _ in 1 2 3; do
        { time "$@" >"$output" 2>"$folder/stderr"; } 2>&1 || {
            cat "$folder/stderr" >&2
            return 1
        }
    done | awk 'NR == 1 || $1 + $2 < least { least = $1 + $2 } END { print least }'
}

"$JAVA_HOME/bin/javac" -d "$folder" benches/kernels/*.java
printf '%-20s %10s %10s %8s\n' kernel 'java (s)' 'here (s)' ratio
for source in benches/kernels/*.java; do
    kernel=$(basename "$source" .java)
    flags=(-Xint)
    [ "$kernel" != Hello ] || flags+=(-Xshare:off)
    java=$(best "$folder/java" "$JAVA_HOME/bin/java" "${flags[@]}" -cp "$folder" "$kernel")
    here=$(best "$folder/here" "$deadheat" run --analyses none -cp "$folder" "$kernel")
    cmp -s "$folder/java" "$folder/here" || {
        echo "bench: $kernel: the outputs differ" >&2
        exit 1
    }
    echo "$kernel $java $here"
done | awk '
    { ratio = $3 / ($2 > 0 ? $2 : 0.001); printf "%-20s %10.2f %10.2f %7.2fx\n", $1, $2, $3, ratio; fflush() }
    $1 != "Hello" { sum += log(ratio); n++ }
    END { if (n) printf "%-20s %10s %10s %7.2fx\n", "geometric mean", "", "", exp(sum / n); else exit 1 }'
