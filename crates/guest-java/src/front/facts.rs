//! The facts in a schedule's header that say on which machine it was found.

use deadheat_event::Schedule;

use crate::vm::config::Config;

/// Waits may end for no reason.
pub const SPURIOUS: &str = "spurious";
/// Random values are choices.
pub const CHOOSE_RANDOM: &str = "choose-random";
/// Which methods are blocks that should be atomic, beside those that say so themselves.
pub const BLOCKS: &str = "blocks";
/// The value of [`BLOCKS`] for all public ones.
pub const PUBLIC: &str = "public";
/// How threads are called, where they are not numbered in the order of their starts: see [`parse_thread_names`].
pub const THREADS: &str = "threads";

/// The birth of a thread: its parent, the number of its start there, and the id that it got.
pub type ThreadBirth = (u32, u32, u32);

/// Makes the configuration that of the machine on which a schedule was found.
pub fn apply_facts(config: &mut Config, schedule: &Schedule) {
    config.spurious = schedule.fact(SPURIOUS).is_some();
    config.choose_random = schedule.fact(CHOOSE_RANDOM).is_some();
    config.public_blocks |= schedule.fact(BLOCKS) == Some(PUBLIC);
    config.thread_names = schedule.fact(THREADS).map(parse_thread_names).unwrap_or_default();
}

/// What [`apply_facts`] reads, for a machine with this configuration whose threads have these names.
#[must_use]
pub fn facts(config: &Config, names: &[ThreadBirth]) -> Vec<(&'static str, String)> {
    let when = |is: bool, key: &'static str, value: &str| is.then(|| (key, value.to_owned()));
    let facts = [
        when(config.spurious, SPURIOUS, "yes"),
        when(config.choose_random, CHOOSE_RANDOM, "yes"),
        when(config.public_blocks, BLOCKS, PUBLIC),
        thread_names_text(names).map(|threads| (THREADS, threads)),
    ];
    facts.into_iter().flatten().collect()
}

/// Reads `T3=T1.0 T4=T2.0`: T3 is the first thread that T1 starts. What makes no sense is left out; the replay will then depart.
#[must_use]
pub fn parse_thread_names(text: &str) -> Vec<ThreadBirth> {
    let thread = |text: &str| text.strip_prefix('T')?.parse::<u32>().ok().filter(|id| *id < 1 << 19);
    let name = |word: &str| {
        let (id, rest) = word.split_once('=')?;
        let (parent, number) = rest.split_once('.')?;
        Some((thread(parent)?, number.parse().ok()?, thread(id)?))
    };
    text.split_whitespace().filter_map(name).collect()
}

/// Writes what [`parse_thread_names`] reads; nothing where threads are numbered as in a plain run.
#[must_use]
pub fn thread_names_text(names: &[ThreadBirth]) -> Option<String> {
    let plain = names.iter().zip(1..).all(|((parent, number, id), n)| (*parent, number + 1, *id) == (0, n, n));
    let words = names.iter().map(|(parent, number, id)| format!("T{id}=T{parent}.{number}"));
    (!plain).then(|| words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn threads_in_the_order_of_their_starts_need_no_names() {
        assert_eq!(thread_names_text(&[]), None);
        assert_eq!(thread_names_text(&[(0, 0, 1), (0, 1, 2)]), None);
        let names = [(0, 0, 1), (1, 0, 3), (0, 1, 2)];
        assert_eq!(thread_names_text(&names).unwrap(), "T1=T0.0 T3=T1.0 T2=T0.1");
        assert_eq!(parse_thread_names("T1=T0.0 T3=T1.0 T2=T0.1"), names);
    }

    #[test]
    fn names_that_make_no_sense_are_left_out() {
        assert_eq!(
            parse_thread_names("T1=T0.0 x T2 T3=T1 T4=T0.x 5=T0.1 T524288=T0.2 T6=T0.3"),
            [(0, 0, 1), (0, 3, 6)]
        );
    }

    #[test]
    fn what_is_written_is_applied() {
        let plain = Config::new(PathBuf::from("jdk"), Vec::new(), "Main");
        assert_eq!(facts(&plain, &[]), []);
        let names = vec![(0, 0, 2), (2, 0, 1)];
        let config = Config { spurious: true, choose_random: true, public_blocks: true, ..plain.clone() };
        let mut schedule = Schedule::new();
        for (key, value) in facts(&config, &names) {
            schedule.set_fact(key, value);
        }
        let mut again = plain.clone();
        apply_facts(&mut again, &schedule);
        assert!(again.spurious && again.choose_random && again.public_blocks);
        assert_eq!(again.thread_names, names);
        // A schedule without facts was found on a plain machine; blocks only decide what is said of a run.
        apply_facts(&mut again, &Schedule::new());
        assert_eq!((again.spurious, again.choose_random, again.public_blocks), (false, false, true));
        assert_eq!(again.thread_names, []);
    }
}
