# Each target does its own set-up: a JDK is installed where there is none.

# The set-up prints the home of the JDK that is used; a failure of it ends the recipe.
JDK = JAVA_HOME="$$(bash scripts/setup.sh)" && export JAVA_HOME

.PHONY: setup demo test bench

setup:
	@$(JDK) && echo "JDK: $$JAVA_HOME"

demo:
	@$(JDK) && cargo build --release && bash scripts/demo.sh

test:
	@$(JDK) && cargo fmt --check && cargo clippy --all-targets -- -D warnings && cargo test --release --workspace

bench:
	@$(JDK) && cargo build --release && bash scripts/bench.sh && cargo bench --package deadheat-jvm --bench states && cargo bench --package deadheat --bench subjects
