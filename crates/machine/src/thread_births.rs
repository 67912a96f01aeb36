//! How threads are called, where they are not numbered in the order of their starts: what a schedule says of it.
//!
//! Numbers are given in the order in which threads are met, on whatever path, so they hold only among the machines of one guest in one process.
//! What holds everywhere is a thread's birth: the `n`th thread that its parent starts.

use std::collections::HashMap;

use deadheat_event::{Choice, Schedule, ThreadId};

use crate::facts::THREADS;

/// The birth of a thread: its parent, the number of its start there, and the id that it got.
pub type ThreadBirth = (u32, u32, u32);

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

/// A schedule that was found elsewhere, with the threads called as they are here, and without its facts. `name` gives the id of the `number`th
/// thread that `parent` starts. None where the schedule has a thread whose birth it does not tell, or that has no name here.
pub fn adopted(schedule: &Schedule, mut name: impl FnMut(u32, u32) -> Option<u32>) -> Option<Schedule> {
    let births: Option<HashMap<u32, (u32, u32)>> = schedule
        .fact(THREADS)
        .map(|text| parse_thread_names(text).into_iter().map(|(parent, number, id)| (id, (parent, number))).collect());
    let birth = |id: u32| match &births {
        Some(births) => births.get(&id).copied(),
        None => Some((0, id - 1)),
    };
    let mut ours = HashMap::from([(0, 0)]);
    let mut named = |thread: ThreadId| -> Option<ThreadId> {
        // From the thread up to the nearest ancestor that has its name; then down again.
        let (mut line, mut at) = (Vec::new(), thread.0);
        while !ours.contains_key(&at) {
            let (parent, number) = birth(at)?;
            line.push((at, parent, number));
            if births.as_ref().is_some_and(|births| line.len() > births.len()) {
                return None;
            }
            at = parent;
        }
        for (id, parent, number) in line.into_iter().rev() {
            ours.insert(id, name(*ours.get(&parent)?, number)?);
        }
        ours.get(&thread.0).copied().map(ThreadId)
    };
    let mut here = Schedule::new();
    for run in schedule.runs() {
        let choice = match run.choice {
            Choice::Thread(thread) => Choice::Thread(named(thread)?),
            Choice::Wake { notifier, waiter } => Choice::Wake { notifier: named(notifier)?, waiter: named(waiter)? },
            Choice::Timeout(thread) => Choice::Timeout(named(thread)?),
            Choice::Spurious(thread) => Choice::Spurious(named(thread)?),
            Choice::Value { thread, value } => Choice::Value { thread: named(thread)?, value },
        };
        here.push(choice, run.count);
    }
    Some(here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_of_others_are_told_in_our_names() {
        let mut theirs = Schedule::new();
        theirs.push(Choice::Thread(ThreadId(0)), 2);
        theirs.push(Choice::Wake { notifier: ThreadId(1), waiter: ThreadId(2) }, 1);
        theirs.push(Choice::Timeout(ThreadId(3)), 1);
        // Here T0 starts T1 and T4, and T1 starts T2.
        let here = |parent, number| match (parent, number) {
            (0, 0) => Some(1),
            (0, 1) => Some(4),
            (1, 0) => Some(2),
            _ => None,
        };
        let shown = |schedule: Option<Schedule>| {
            schedule.map(|schedule| schedule.choices().map(|c| c.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(shown(adopted(&theirs, here)), None, "T3 is the third thread of T0, which is not known here");
        theirs.set_fact(THREADS, "T1=T0.0 T2=T0.1 T3=T1.0");
        assert_eq!(shown(adopted(&theirs, here)).unwrap(), ["T0", "T0", "T1 wake T4", "T2 timeout"]);
        for nonsense in ["T1=T0.0 T2=T0.1", "T1=T0.0 T2=T3.0 T3=T2.0"] {
            theirs.set_fact(THREADS, nonsense);
            assert_eq!(shown(adopted(&theirs, here)), None, "{nonsense}");
        }
    }

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
}
