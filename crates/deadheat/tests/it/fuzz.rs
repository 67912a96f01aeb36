//! A slice of what `make fuzz` does: fixed seeds, and the themes that the table in `crates/fuzz` has switched on.

use std::path::Path;

use deadheat_fuzz::campaign::Campaign;
use deadheat_fuzz::deadheat::Mode;
use deadheat_fuzz::themes::{Slice, THEMES};

/// About twenty seconds of processor time.
const PROGRAMS: usize = 12;

#[test]
fn a_slice_of_random_programs() {
    let campaign = Campaign {
        binary: env!("CARGO_BIN_EXE_deadheat").into(),
        seed: 1,
        count: PROGRAMS,
        jobs: std::thread::available_parallelism().map_or(1, |n| n.get()),
        themes: THEMES.iter().filter(|theme| theme.slice == Slice::On).collect(),
        modes: Mode::ALL.to_vec(),
        replays: 1,
        failures: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz")),
    };
    let problems = |seed: u64, _: &_, problem: &_| eprintln!("{seed}: {problem}");
    let summary = campaign.run(problems).expect("the judges can work");
    assert!(summary.problems.is_empty(), "{summary}; the programs are in {:?}", campaign.failures);
    // A slice in which nothing happens would prove nothing.
    assert!(summary.complete * 4 >= PROGRAMS * 3 && summary.clean > 0 && summary.errors > 0, "{summary}");
    assert!(summary.outcomes > PROGRAMS, "{summary}");
}
