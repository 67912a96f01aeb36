#!/usr/bin/env bash
# What others say of the native corpus: every program of tests/native is compiled and run; those in C and C++ also under
# ThreadSanitizer (gcc's and clang's) and Helgrind, once each. Prints a line per program and the totals. Fails where the corpus itself
# is wrong: a warning, a clean program whose output changes or that exits with another code than 0, a label that is missing, a race
# that ThreadSanitizer reports at lines which no directive names, or in a clean program.
#
#   scripts/native_peers.sh [--no-peers] [PART OF A NAME]
#
# Environment: GCC, GXX, CLANG, CLANGXX, RUNS (native runs of a clean program), JOBS.
set -euo pipefail
cd "$(dirname "$0")/.."

export GCC=${GCC:-gcc} GXX=${GXX:-g++} CLANG=${CLANG:-clang-19} CLANGXX=${CLANGXX:-clang++-19} RUNS=${RUNS:-20} PEERS=1
if [ "${1:-}" = --no-peers ]; then
    PEERS=0
    shift
fi
only=${1:-}
FOLDER=$(mktemp -d)
export FOLDER
trap 'rm -rf "$FOLDER"' EXIT
export TSAN_OPTIONS='exitcode=0 history_size=4 suppress_equal_stacks=0 suppress_equal_addresses=0'
# Programs that hang, hang for this long.
export PATIENCE=5

problem() { echo "problem $1: $2" >>"$FOLDER/problems"; }

# The command that compiles a program: compiler family, source, output, more flags.
build() {
    local family=$1 source=$2 output=$3
    shift 3
    local flags
    flags=$(sed -n 's|^// flags: ||p' "$source")
    # shellcheck disable=SC2086 # flags are words
    case $family.$source in
    gcc.*.c) "$GCC" -std=gnu11 -g -O1 -pthread -Wall -Wextra $flags "$@" "$source" -o "$output" ;;
    gcc.*.cc) "$GXX" -std=c++17 -g -O1 -pthread -Wall -Wextra $flags "$@" "$source" -o "$output" ;;
    clang.*.c) "$CLANG" -std=gnu11 -g -O1 -pthread -Wall -Wextra $flags "$@" "$source" -o "$output" ;;
    clang.*.cc) "$CLANGXX" -std=c++17 -g -O1 -pthread -Wall -Wextra $flags "$@" "$source" -o "$output" ;;
    rustc.*) rustc -g --edition 2021 "$source" -o "$output" ;;
    esac
}

# The labelled lines, and the directives with lines for labels: "expect race 10 10".
directives() {
    awk -v source="$1" '
        /^\/\/ (expect|allow) / { directive[++count] = $0; next }
        match($0, /[^ ].*\/\/( @[a-z_0-9]+)+$/) {
            comment = $0
            sub(/.*\/\//, "", comment)
            words = split(comment, word, " ")
            for (i = 1; i <= words; i++) {
                if (word[i] in line) print "problem two lines are labelled " word[i]
                line[word[i]] = FNR
            }
        }
        END {
            for (i = 1; i <= count; i++) {
                words = split(directive[i], word, " ")
                text = word[2] " " word[3]
                if (word[3] !~ /^(race|deadlock|lost-signal|crash|misuse|atomicity)$/) print "problem no kind " word[3]
                for (j = 4; j <= words; j++) {
                    if (word[j] !~ /^@/) continue
                    if (!(word[j] in line)) print "problem no line is labelled " word[j]
                    used[word[j]] = 1
                    text = text " " line[word[j]]
                }
                print text
            }
            for (label in line) if (!(label in used)) print "problem the label " label " is not used"
        }' "$1"
}

# What ThreadSanitizer said, in words; and the lines of each race, as "race 10 12".
tsan_words() {
    sed -n 's/^WARNING: ThreadSanitizer: \(.*\) (pid=.*/\1/p' "$1" | sed '
        s/^data race.*/race/
        s/^heap-use-after-free.*/use-after-free/
        s/^lock-order-inversion.*/lock-order/
        s/^double lock.*/relock/
        s/^.*mutex.*/misuse/' | sort -u | paste -sd+
}
tsan_races() {
    awk -v name="/$2:" '
        function flush() { if (inside && stacks >= 2) print "race", at[1], at[2]; inside = 0 }
        /^WARNING: ThreadSanitizer: (data race|heap-use-after-free)/ { flush(); inside = 1; stacks = 0; open = 0; next }
        /^WARNING|^SUMMARY/ { flush() }
        inside && /^  (Previous |Atomic |As if synchronized|Write|Read|\[failed)/ { open = stacks < 2; if (open) at[++stacks] = "?"; next }
        inside && /^  [A-Z]/ { open = 0 }
        # What a thread allocates is its own: no access, though it is reported as one.
        inside && open && /#0 (malloc|calloc|operator new)/ { inside = 0; next }
        inside && open && index($0, name) {
            place = substr($0, index($0, name) + length(name))
            sub(/[^0-9].*/, "", place)
            at[stacks] = place
            open = 0
        }
        END { flush() }' "$1"
}
helgrind_words() {
    sed -n 's/^==[0-9]*== //p' "$1" | sed -n '
        s/^Possible data race.*/race/p
        s/^Thread #[0-9]*: lock order .* violated.*/lock-order/p
        s/^Thread #[0-9]* unlocked .*/misuse/p
        s/^Thread #[0-9]*: .*destroy of a.*/misuse/p
        s/^Thread #[0-9]*: Attempt to re-lock.*/relock/p
        s/^Thread #[0-9]*: Exiting thread still holds.*/still-held/p
        s/^Thread #[0-9]*: pthread_cond_.*/condition/p' | sort -u | paste -sd+
}

# One program: a row of the table.
look() {
    local source=$1 kind name file base
    kind=$(basename "$(dirname "$source")")
    file=$(basename "$source")
    base=$FOLDER/$kind.$file
    name=${file%.*}
    [[ $name =~ ^[a-z][a-z0-9_]*$ ]] || problem "$source" "the name is not in snake case"
    directives "$source" >"$base.directives"
    grep -h '^problem' "$base.directives" | while read -r _ text; do problem "$source" "$text"; done
    case $kind in
    buggy) grep -q '^expect' "$base.directives" || problem "$source" "nothing is expected" ;;
    clean) [ ! -s "$base.directives" ] || problem "$source" "a clean program has no directives" ;;
    esac

    local families='gcc clang' family
    if [[ $file == *.rs ]]; then families=rustc; fi
    for family in $families; do
        build "$family" "$source" "$base.$family" 2>"$base.warnings" || problem "$source" "$family does not compile it"
        [ ! -s "$base.warnings" ] || problem "$source" "$family warns: $(head -3 "$base.warnings")"
    done
    family=${families%% *}
    local ended=0 code runs=$RUNS
    [ "$kind" = clean ] || runs=5
    for ((i = 1; i <= runs; i++)); do
        code=0
        (timeout "$PATIENCE" "$base.$family" >"$base.out" 2>"$base.err") 2>/dev/null || code=$?
        [ $code -ne 0 ] || ended=$((ended + 1))
        [ "$kind" = clean ] || continue
        [ $code -eq 0 ] || problem "$source" "exit code $code"
        [ "$i" -gt 1 ] || cp "$base.out" "$base.first"
        cmp -s "$base.out" "$base.first" || problem "$source" "the output changes"
        [ ! -s "$base.err" ] || problem "$source" "it writes to stderr: $(head -2 "$base.err")"
    done

    local said=()
    # The libraries of OpenMP are not instrumented: what others say of such programs is about them.
    if [[ $PEERS == 1 && $file != *.rs && $file != omp_* ]]; then
        for family in gcc clang; do
            build "$family" "$source" "$base.tsan" -fsanitize=thread $([ $family = clang ] || echo -Wno-tsan) 2>/dev/null
            (timeout "$PATIENCE" "$base.tsan" >"$base.out" 2>"$base.$family.said") 2>/dev/null || true
            said+=("$(tsan_words "$base.$family.said")")
            # It does not know fences, and can lose a stack.
            if grep -q 'atomic_thread_fence' "$source"; then continue; fi
            tsan_races "$base.$family.said" "$file" | grep -vF '?' | sort -u | while read -r _ one two; do
                grep -qE "^(expect|allow) race ($one $two|$two $one)$" "$base.directives" ||
                    problem "$source" "$family's ThreadSanitizer has a race at lines $one and $two"
            done
        done
        (timeout $((4 * PATIENCE)) valgrind -q --tool=helgrind "$base.gcc" >"$base.out" 2>"$base.helgrind.said") 2>/dev/null || true
        said+=("$(helgrind_words "$base.helgrind.said")")
    fi
    local expected
    expected=$(sed -n 's/^expect \([a-z-]*\).*/\1/p' "$base.directives" | awk '!seen[$0]++' | paste -sd+)
    echo "$kind/$file ${expected:--} $ended/$runs ${said[0]:--} ${said[1]:--} ${said[2]:--}" >>"$FOLDER/rows"
}
export -f problem build directives tsan_words tsan_races helgrind_words look

find tests/native/buggy tests/native/clean -name "*$only*" -name '*.*' -print0 | sort -z |
    xargs -0 -P "${JOBS:-2}" -I{} bash -c 'set -uo pipefail; look "$1"' - {}

sort "$FOLDER/rows" | awk -v peers="$PEERS" '
    BEGIN {
        folders = split("buggy clean", folder, " ")
        languages = split("c cc rs", language, " ")
        kinds = split("race deadlock lost-signal crash misuse", kind, " ")
        printf "%-40s %-17s %-7s %-22s %-22s %s\n", "program", "expected", "ended", "TSan gcc", "TSan clang", "Helgrind"
    }
    # Whether what a tool said is of the kind that is expected.
    function found(expected, said) {
        if (expected ~ /race/ && said ~ /race|use-after-free/) return 1
        if (expected ~ /deadlock/ && said ~ /lock-order|relock|still-held/) return 1
        return expected ~ /misuse/ && said ~ /misuse/
    }
    {
        printf "%-40s %-17s %-7s %-22s %-22s %s\n", $1, $2, $3, $4, $5, $6
        split($1, part, /[\/.]/)
        programs[part[1] "." part[3]]++
        if ($1 ~ /\.rs$|\/omp_/) next
        total[part[1]]++
        main = $2
        sub(/\+.*/, "", main)
        if (part[1] == "buggy") of[main]++
        for (i = 1; i <= 3; i++) {
            said = $(3 + i)
            if (part[1] == "buggy") {
                hit[i] += found($2, said)
                by[main, i] += found($2, said)
            } else if (said != "-") {
                alarm[i]++
                if (said ~ /race/) false_race[i]++
                if (said ~ /lock-order/) false_order[i]++
            }
        }
    }
    END {
        print ""
        for (i = 1; i <= folders; i++) {
            printf "%s:", folder[i]
            for (j = 1; j <= languages; j++) printf " %d %s", programs[folder[i] "." language[j]], language[j]
            print ""
        }
        if (!peers) exit
        printf "of the %d buggy and %d clean programs in C and C++:\n", total["buggy"], total["clean"]
        printf "%-34s %10s %10s %10s\n", "", "TSan gcc", "TSan clang", "Helgrind"
        printf "%-34s %10d %10d %10d\n", "found", hit[1], hit[2], hit[3]
        for (i = 1; i <= kinds; i++)
            printf "%-34s %10d %10d %10d\n", "  " kind[i] " (" of[kind[i]] + 0 ")", by[kind[i], 1], by[kind[i], 2], by[kind[i], 3]
        printf "%-34s %10d %10d %10d\n", "clean programs with an alarm", alarm[1], alarm[2], alarm[3]
        printf "%-34s %10d %10d %10d\n", "  a race", false_race[1], false_race[2], false_race[3]
        printf "%-34s %10d %10d %10d\n", "  a lock order", false_order[1], false_order[2], false_order[3]
    }'

if [ -s "$FOLDER/problems" ]; then
    echo >&2
    sort -u "$FOLDER/problems" >&2
    exit 1
fi
