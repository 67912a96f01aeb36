#!/usr/bin/env bash
# The main job, shown: a program that is usually right, checked; its error proved, replayed, and drawn; and the same in C. Needs a
# release build, a JDK and a C compiler (`make demo` sees to all).
set -euo pipefail
cd "$(dirname "$0")/.."

deadheat=${CARGO_TARGET_DIR:-target}/release/deadheat
folder=${CARGO_TARGET_DIR:-target}/demo
rm -rf "$folder"

# Shows a command, runs it, and tells its exit code, which must be the expected one.
show() {
    local expected=$1 code=0
    shift
    echo
    echo "\$ deadheat $*"
    "$deadheat" "$@" || code=$?
    echo "[exit code $code]"
    if [ "$code" -ne "$expected" ]; then
        echo "demo: expected exit code $expected" >&2
        exit 1
    fi
}

echo "== An account without a lock: the test passes =="
show 0 run --analyses none examples/Account.java

echo
echo "== What can go wrong in other schedules, and the proof =="
show 1 check --output "$folder" examples/Account.java

echo
echo "== The proof is a schedule that anybody can replay =="
witness=$(ls "$folder"/race-*.witness)
show 0 replay "$witness"

echo
echo "== The same in C, compiled for deadheat =="
show 0 cc -O1 -o "$folder/account" examples/account.c -lpthread
show 1 check --output "$folder/native" "$folder/account"
witness=$(ls "$folder"/native/race-*.witness)
show 0 replay --check "$witness"

echo
echo "The report, to be opened in a browser: $folder/report.html"
