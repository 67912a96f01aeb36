# Each target does its own set-up: a JDK and compilers are installed where there are none.

# The set-up prints the home of the JDK that is used; a failure of it ends the recipe.
JDK = JAVA_HOME="$$(bash scripts/setup.sh)" && export JAVA_HOME

# The compilers for native programs, found or installed.
COMPILERS = bash scripts/compilers.sh >/dev/null

# A second compiler for the tests, where it is there or can be installed.
CLANG = bash scripts/clang.sh >/dev/null

# The homes of a JDK 21 and a JDK 25 for the tests that want them besides; empty where there is none.
LATER_JDKS = DEADHEAT_JDK21="$$(bash scripts/later_jdk.sh 21)" && DEADHEAT_JDK25="$$(bash scripts/later_jdk.sh 25)" && export DEADHEAT_JDK21 DEADHEAT_JDK25

# The HTML report is tested in a real browser, where there is one or it can be installed.
CHROMIUM = DEADHEAT_CHROMIUM="$$(bash scripts/chromium.sh)" && export DEADHEAT_CHROMIUM

# The swarm is tested on a real server, where there is one or it can be installed.
NATS = DEADHEAT_NATS="$$(bash scripts/nats.sh)" && export DEADHEAT_NATS

# Jars of real libraries for the tests that run them; empty where they cannot be had.
JARS = DEADHEAT_JARS="$$(bash scripts/jars.sh)" && export DEADHEAT_JARS

# Sources of real libraries, whose own tests are checked; empty where they cannot be had.
SOURCES = DEADHEAT_SOURCES="$$(bash scripts/sources.sh)" && export DEADHEAT_SOURCES

.PHONY: setup demo install test lint tests test-checked test-library bench fuzz fuzz-classes fuzz-inputs soak deny

setup:
	@$(JDK) && $(COMPILERS) && echo "JDK: $$JAVA_HOME"

demo:
	@$(JDK) && $(COMPILERS) && cargo build --release && bash scripts/demo.sh

# The command, its manual and what completes it in shells; DESTDIR is for packagers.
PREFIX = /usr/local

install:
	@cargo build --release --package deadheat && built="$${CARGO_TARGET_DIR:-target}/release/deadheat" && to="$(DESTDIR)$(PREFIX)" && \
	install -D "$$built" "$$to/bin/deadheat" && "$$built" man "$$to/share/man/man1" && \
	mkdir -p "$$to/share/bash-completion/completions" "$$to/share/zsh/site-functions" "$$to/share/fish/vendor_completions.d" && \
	"$$built" completions bash >"$$to/share/bash-completion/completions/deadheat" && \
	"$$built" completions zsh >"$$to/share/zsh/site-functions/_deadheat" && \
	"$$built" completions fish >"$$to/share/fish/vendor_completions.d/deadheat.fish"

# Side by side: each leaves a processor idle at times. What they start is not told of each other: tests run `make`, too.
test:
	@$(MAKE) --no-print-directory --jobs 2 lint tests

lint:
	@unset MAKEFLAGS && cargo fmt --check && cargo clippy --workspace --all-targets -- -D warnings && RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps

tests:
	@unset MAKEFLAGS && $(JDK) && $(COMPILERS) && $(LATER_JDKS) && $(JARS) && $(SOURCES) && $(CHROMIUM) && $(NATS) && $(CLANG) && cargo test --release --workspace --no-fail-fast

# The machine for Java looks at every pointer, object and address that it otherwise takes as proved.
test-checked:
	@$(JDK) && $(LATER_JDKS) && $(JARS) && $(SOURCES) && cargo test --release --package deadheat-guest-java --features checked --no-fail-fast && cargo test --release --package deadheat --features checked --no-fail-fast -- --skip native --skip report --skip cli_docs

# All tests of a real library, commons-pool2, and not only the part that `make test` has: some ten minutes.
test-library:
	@$(JDK) && $(JARS) && $(SOURCES) && cargo test --release --package deadheat --test it library_tests::all -- --ignored --nocapture

# Another part of the programs every day, and the same ones all day.
COUNT = 200
SEED = $(shell date +%Y%m%d)000

fuzz:
	@$(JDK) && cargo build --release --package deadheat --package deadheat-fuzz && $${CARGO_TARGET_DIR:-target}/release/deadheat-fuzz --deadheat $${CARGO_TARGET_DIR:-target}/release/deadheat --seed $(SEED) --count $(COUNT)

# Mutated class files that are run. Each process takes its share: classes are never unloaded.
fuzz-classes:
	@$(JDK) && for share in $$(seq 1 $(COUNT)); do MUTANTS=5000 SEED=$(SEED)$$share cargo test --release --package deadheat-guest-java --test it many_mutants -- --ignored --nocapture || exit 1; done

# Damaged files of every format that deadheat reads, COUNT thousands of each, and the commands that read them.
fuzz-inputs:
	@$(JDK) && $(COMPILERS) && COUNT=$(COUNT) SEED=$(SEED) cargo test --release --package deadheat --test inputs many -- --ignored --nocapture

bench:
	@$(JDK) && cargo build --release && bash scripts/bench.sh && bash scripts/bench_analyses.sh && cargo bench --package deadheat-guest-java --bench states
	@$(JDK) && cargo bench --package deadheat-search --bench explore && cargo bench --package deadheat --bench subjects --bench scenarios --bench table
	@cargo bench --package deadheat-predict --bench engines
	@$(COMPILERS) && bash scripts/bench_native.sh
	@$(NATS) && cargo bench --package deadheat-swarm --bench server
	@$(JDK) && $(NATS) && cargo bench --package deadheat --bench swarm

# Ten minutes under `explore`: its memory every ten seconds, and a valid result at the end.
MINUTES = 10

soak:
	@$(JDK) && cargo build --release && bash scripts/soak.sh $(MINUTES)

# Licences, advisories and sources of the dependencies, where cargo-deny is there or can be installed.
deny:
	@bash scripts/deny.sh
