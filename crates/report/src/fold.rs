//! An interleaving, folded to what a person wants to read.
//!
//! Out of thousands of events a few matter. What is left out is counted, so that no two rows are taken for neighbours that are
//! none: events that have nothing to do with the error, the insides of library calls, the middle of loops. The first and the
//! last round of a loop stay, because the values in them are what a reader looks for.

use deadheat_event::ThreadId;
use deadheat_witness::result::{Act, Course, Moment, Switch};

/// The longest loop, in rows of one round, that is recognised.
const LONGEST_ROUND: usize = 12;
/// Loops with fewer rounds are shown whole.
const FEWEST_ROUNDS: usize = 4;
/// Rows at the start and at the end of an interleaving that is still too long after all folding.
const KEPT_AT_START: usize = 150;
const KEPT_AT_END: usize = 250;

/// A row of a folded interleaving.
#[derive(Clone, Debug, PartialEq)]
pub enum Row<'a> {
    /// Something that matters.
    Shown(Shown<'a>),
    /// Steps that don't.
    Skipped {
        /// How many.
        steps: u64,
    },
    /// The middle rounds of a loop.
    Again {
        /// How many rows one round has: those just above.
        rows: usize,
        /// How many rounds are left out.
        rounds: u64,
    },
}

/// An event, or several of one library call.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown<'a> {
    /// The event; of a library call the first that matters.
    pub moment: &'a Moment,
    /// How many events of the same library call it stands for.
    pub events: usize,
    /// The step of the last of them.
    pub last_step: u64,
    /// Why the schedule changed to this thread.
    pub switch: Option<&'a Switch>,
}

impl Shown<'_> {
    /// Whether it is the same operation at the same place, whatever the values.
    fn repeats(&self, other: &Self) -> bool {
        let (here, there) = (self.moment, other.moment);
        here.thread == there.thread
            && here.place == there.place
            && here.library == there.library
            && self.switch.is_some() == other.switch.is_some()
            && same_operation(&here.act, &there.act)
    }
}

fn same_operation(here: &Act, there: &Act) -> bool {
    match (here, there) {
        (Act::Read { target: a, .. }, Act::Read { target: b, .. })
        | (Act::Write { target: a, .. }, Act::Write { target: b, .. })
        | (Act::Update { target: a, .. }, Act::Update { target: b, .. }) => a == b,
        _ => here == there,
    }
}

/// The rows of a witness, or of a reordering.
#[must_use]
pub fn rows<'a>(course: &Course<'a>) -> Vec<Row<'a>> {
    let mut shown = relevant(course);
    let mut cut = None;
    if shown.len() > KEPT_AT_START + KEPT_AT_END {
        // Loops first: often what is too long is one loop.
        let folded = fold_loops(&shown);
        if folded.iter().filter(|row| matches!(row, Row::Shown(_))).count() > KEPT_AT_START + KEPT_AT_END {
            shown.drain(KEPT_AT_START..shown.len() - KEPT_AT_END);
            cut = Some(KEPT_AT_START);
        }
    }
    let folded = match cut {
        // The cut must not look like a loop.
        Some(at) => [fold_loops(&shown[..at]), fold_loops(&shown[at..])].concat(),
        None => fold_loops(&shown),
    };
    count_gaps(folded, course.steps)
}

/// The events that matter, with the insides of library calls folded.
fn relevant<'a>(course: &Course<'a>) -> Vec<Shown<'a>> {
    let mut shown: Vec<Shown<'_>> = Vec::new();
    let mut switch: Option<(ThreadId, &Switch)> = None;
    let mut previous: Option<&Moment> = None;
    for moment in course.interleaving {
        if let Some(reason) = &moment.switch {
            switch = Some((moment.thread, reason));
        }
        let inside = previous.is_some_and(|previous| same_call(previous, moment));
        previous = Some(moment);
        if !moment.relevant && !matches!(moment.act, Act::About { .. }) {
            continue;
        }
        if let Some(last) = shown.last_mut()
            && inside
            && same_call(last.moment, moment)
        {
            last.events += 1;
            last.last_step = moment.step;
            continue;
        }
        let reason = switch.take().filter(|(thread, _)| *thread == moment.thread).map(|(_, reason)| reason);
        shown.push(Shown { moment, events: 1, last_step: moment.step, switch: reason });
    }
    shown
}

/// Whether both are events of the same library call, as far as one can see.
fn same_call(here: &Moment, there: &Moment) -> bool {
    here.library.is_some() && here.library == there.library && here.thread == there.thread && here.place == there.place
}

fn fold_loops<'a>(shown: &[Shown<'a>]) -> Vec<Row<'a>> {
    let mut rows = Vec::with_capacity(shown.len());
    let mut at = 0;
    while at < shown.len() {
        let found = (1..=LONGEST_ROUND).find_map(|period| {
            let rounds = rounds(&shown[at..], period);
            (rounds >= FEWEST_ROUNDS).then_some((period, rounds))
        });
        if let Some((period, rounds)) = found {
            let last = at + period * (rounds - 1);
            rows.extend(shown[at..at + period].iter().cloned().map(Row::Shown));
            rows.push(Row::Again { rows: period, rounds: rounds as u64 - 2 });
            rows.extend(shown[last..last + period].iter().cloned().map(Row::Shown));
            at = last + period;
        } else {
            rows.push(Row::Shown(shown[at].clone()));
            at += 1;
        }
    }
    rows
}

/// How often the first `period` rows come one after the other.
fn rounds(shown: &[Shown<'_>], period: usize) -> usize {
    if period > shown.len() {
        return 0;
    }
    let same = shown[period..].iter().zip(shown).take_while(|(here, before)| here.repeats(before)).count();
    1 + same / period
}

/// Says between the rows how many steps are not shown.
fn count_gaps(folded: Vec<Row<'_>>, all: u64) -> Vec<Row<'_>> {
    let mut rows = Vec::with_capacity(folded.len() + 8);
    let mut next = 0;
    let mut again = false;
    for row in folded {
        if let Row::Shown(shown) = &row {
            let steps = shown.moment.step.saturating_sub(next);
            // What is missing after a folded loop belongs to its rounds.
            if steps > 0 && !again {
                rows.push(Row::Skipped { steps });
            }
            next = next.max(shown.last_step.saturating_add(1));
        }
        again = matches!(row, Row::Again { .. });
        rows.push(row);
    }
    // What threads are about to do is the end, whatever the numbers say.
    let ended = matches!(rows.last(), Some(Row::Shown(shown)) if matches!(shown.moment.act, Act::About { .. }));
    let steps = all.saturating_sub(next);
    if steps > 0 && !ended {
        rows.push(Row::Skipped { steps });
    }
    rows
}

#[cfg(test)]
mod tests {
    use deadheat_witness::result::{Doing, Reordering};

    use super::*;

    fn moment(step: u64, thread: u32, target: &str) -> Moment {
        let act = Act::Read { target: target.to_owned(), value: Some(step.to_string()), access: None };
        Moment { step, thread: ThreadId(thread), act, place: None, library: None, relevant: true, switch: None }
    }

    fn long(interleaving: Vec<Moment>) -> Reordering {
        let steps = interleaving.last().map_or(0, |last| last.step + 1);
        Reordering { steps, threads: vec![], interleaving }
    }

    fn brief(rows: &[Row<'_>]) -> String {
        let row = |row: &Row<'_>| match row {
            Row::Shown(shown) => format!("{}*{}", shown.moment.step, shown.events),
            Row::Skipped { steps } => format!("-{steps}"),
            Row::Again { rows, rounds } => format!("{rows}x{rounds}"),
        };
        rows.iter().map(row).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn loops_keep_their_first_and_last_round() {
        let names = ["x", "a", "b", "a", "b", "a", "b", "a", "b", "a", "b", "y"];
        let moments = names.iter().enumerate().map(|(at, name)| moment(at as u64 * 2, 1, name)).collect();
        assert_eq!(brief(&rows(&long(moments).course())), "0*1 -1 2*1 -1 4*1 2x3 18*1 -1 20*1 -1 22*1");
        let three = (0..3).map(|at| moment(at, 1, "a")).collect();
        assert_eq!(brief(&rows(&long(three).course())), "0*1 1*1 2*1");
    }

    #[test]
    fn library_calls_are_one_row_and_the_rest_is_counted() {
        let mut moments: Vec<Moment> = (0..8).map(|at| moment(at, 1, &at.to_string())).collect();
        for inner in &mut moments[2..5] {
            inner.library = Some("java.util.ArrayList.add".to_owned());
        }
        moments[6].relevant = false;
        let why = Switch { from: ThreadId(0), doing: Doing::Ended };
        moments[6].switch = Some(why.clone());
        let long = long(moments);
        let rows = rows(&long.course());
        assert_eq!(brief(&rows), "0*1 1*1 2*3 5*1 -1 7*1");
        // The reason for a switch survives the row that it stood at.
        assert!(matches!(rows.last(), Some(Row::Shown(Shown { switch: Some(kept), .. })) if **kept == why));
    }

    #[test]
    fn very_long_ones_are_cut() {
        let moments = (0..5000).map(|at| moment(at, (at % 7) as u32, &format!("{}", at * at % 1013))).collect();
        let long = long(moments);
        let rows = rows(&long.course());
        assert_eq!(rows.len(), KEPT_AT_START + KEPT_AT_END + 1);
        assert_eq!(rows[KEPT_AT_START], Row::Skipped { steps: 4600 });
    }
}
