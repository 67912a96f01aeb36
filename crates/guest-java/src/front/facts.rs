//! The facts in a schedule's header that say on which machine it was found.

use deadheat_event::Schedule;
pub use deadheat_machine::facts::{FAIL_ON_EXIT, SPURIOUS, THREADS};
use deadheat_machine::thread_births::{ThreadBirth, parse_thread_names, thread_names_text};
use deadheat_machine::{Expectation, stdin, surroundings};

use crate::host::zone::Zone;
use crate::vm::config::Config;

/// Random values are choices.
pub const CHOOSE_RANDOM: &str = "choose-random";
/// Bytes of connections arrive in pieces.
pub const PIECES: &str = "pieces";
/// Which methods are blocks that should be atomic, beside those that say so themselves.
pub const BLOCKS: &str = "blocks";
/// The value of [`BLOCKS`] for all public ones.
pub const PUBLIC: &str = "public";

/// Makes the configuration that of the machine on which a schedule was found.
pub fn apply_facts(config: &mut Config, schedule: &Schedule) {
    config.spurious = schedule.fact(SPURIOUS).is_some();
    config.choose_random = schedule.fact(CHOOSE_RANDOM).is_some();
    config.pieces = schedule.fact(PIECES).is_some();
    config.fail_on_exit = schedule.fact(FAIL_ON_EXIT).is_some();
    config.expect = Expectation::of(schedule);
    config.public_blocks |= schedule.fact(BLOCKS) == Some(PUBLIC);
    if let Some(zone) = schedule.fact(surroundings::ZONE) {
        config.zone = Zone::given(zone);
    }
    if let Some(input) = schedule.fact(surroundings::INPUT).and_then(surroundings::input) {
        stdin::give(input);
    }
    config.thread_names = schedule.fact(THREADS).map(parse_thread_names).unwrap_or_default();
}

/// What [`apply_facts`] reads, for a machine with this configuration whose threads have these names.
#[must_use]
pub fn facts(config: &Config, names: &[ThreadBirth]) -> Vec<(&'static str, String)> {
    let when = |is: bool, key: &'static str, value: &str| is.then(|| (key, value.to_owned()));
    let facts = [
        when(config.spurious, SPURIOUS, "yes"),
        when(config.choose_random, CHOOSE_RANDOM, "yes"),
        when(config.pieces, PIECES, "yes"),
        when(config.fail_on_exit, FAIL_ON_EXIT, "yes"),
        when(config.public_blocks, BLOCKS, PUBLIC),
        thread_names_text(names).map(|threads| (THREADS, threads)),
    ];
    facts.into_iter().flatten().chain(config.expect.facts()).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn what_is_written_is_applied() {
        let plain = Config::new(PathBuf::from("jdk"), Vec::new(), "Main");
        assert_eq!(facts(&plain, &[]), []);
        let names = vec![(0, 0, 2), (2, 0, 1)];
        let config = Config {
            spurious: true,
            choose_random: true,
            pieces: true,
            fail_on_exit: true,
            public_blocks: true,
            ..plain.clone()
        };
        let mut schedule = Schedule::new();
        for (key, value) in facts(&config, &names) {
            schedule.set_fact(key, value);
        }
        let mut again = plain.clone();
        apply_facts(&mut again, &schedule);
        assert!(again.spurious && again.choose_random && again.pieces && again.fail_on_exit && again.public_blocks);
        assert_eq!(again.thread_names, names);
        // A schedule without facts was found on a plain machine; blocks only decide what is said of a run.
        apply_facts(&mut again, &Schedule::new());
        assert_eq!(
            (again.spurious, again.choose_random, again.pieces, again.public_blocks),
            (false, false, false, true)
        );
        assert_eq!(again.thread_names, []);
    }
}
