#!/usr/bin/env bash
# A tour of what works today. Needs a release build and a JDK (`make demo` sees to both).
set -euo pipefail
cd "$(dirname "$0")/.."

deadheat=${CARGO_TARGET_DIR:-target}/release/deadheat
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Shows a command, runs it, and tells its exit code; remembers the code in $code.
show() {
    echo
    echo "\$ deadheat $*"
    code=0
    "$deadheat" "$@" || code=$?
    echo "[exit code $code]"
    if [ "$code" -eq 2 ] || [ "$code" -eq 3 ]; then
        exit "$code"
    fi
}

echo "== An account without a lock: usually right, sometimes wrong =="
show run --stats examples/Account.java

echo
echo "== The same program under other schedules, until one goes wrong =="
for seed in $(seq 1 50); do
    show run --scheduler random --seed "$seed" --record "$folder/account.schedule" examples/Account.java
    [ "$code" -eq 0 ] || break
done
if [ "$code" -eq 0 ]; then
    echo "demo: no schedule went wrong" >&2
    exit 1
fi

echo
echo "== That schedule, and the same failure again, every time =="
cat "$folder/account.schedule"
for _ in 1 2 3; do
    show run --schedule "$folder/account.schedule" examples/Account.java
    if [ "$code" -eq 0 ]; then
        echo "demo: the replay did not fail" >&2
        exit 1
    fi
done
