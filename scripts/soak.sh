#!/usr/bin/env bash
# Explores a program without an end for some minutes, within 256 MB for states. Prints the memory every ten seconds, and fails if it grows
# over its bound, or if the result at the end is not valid. `scripts/soak.sh [MINUTES]`
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:-10}
deadheat=${CARGO_TARGET_DIR:-target}/release/deadheat
# States, and all that is no state: the machines, the JDK's image, the library's code.
bound_mb=$((256 + 1024))
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/Soak.java" <<'JAVA'
public class Soak {
    static int balance;
    static final Object lock = new Object();

    static void work() {
        for (int round = 0; ; round++) {
            synchronized (lock) {
                balance += round;
            }
            if (balance == 7) balance = new byte[round % 100].length;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) new Thread(Soak::work).start();
    }
}
JAVA
"$JAVA_HOME/bin/javac" -d "$folder" "$folder/Soak.java"
seconds=$((minutes * 60))
"$deadheat" explore --strategy random --max-time "$seconds" --max-memory 256m --output "$folder/results" -cp "$folder" Soak \
    >"$folder/out" 2>"$folder/err" &
pid=$!
began=$(date +%s)
highest=0
while kill -0 "$pid" 2>/dev/null; do
    kb=$(awk '/^VmRSS/ { print $2 }' "/proc/$pid/status" 2>/dev/null || true)
    mb=$((${kb:-0} / 1024))
    [ "$mb" -gt "$highest" ] && highest=$mb
    printf '%5d s %6d MB\n' "$(($(date +%s) - began))" "$mb"
    sleep 10
done
code=0
wait "$pid" || code=$?
took=$(($(date +%s) - began))
tail -n 3 "$folder/out"
echo "took $took s of $seconds s, at most $highest MB of $bound_mb MB, exit code $code"
[ "$code" -eq 1 ] || { echo "exit code 1 was expected" >&2; cat "$folder/err" >&2; exit 1; }
[ "$highest" -le "$bound_mb" ] || { echo "too much memory" >&2; exit 1; }
[ "$took" -le $((seconds + seconds / 10 + 15)) ] || { echo "too much time" >&2; exit 1; }
"$deadheat" report "$folder/results/result.json" >/dev/null
for witness in "$folder"/results/*.witness; do
    "$deadheat" replay --check "$witness"
done
