//! What all parts of a search saw, put together.

use std::collections::BTreeSet;

use super::notes::AllNotes;
use super::{Assumptions, Part, PartReport, Split};
use crate::{Bound, Counts, Coverage};

/// A search in parts, of which some have been searched. See [`parts`](super) for why its verdict can be believed.
///
/// ```
/// use deadheat_search::Search;
/// use deadheat_search::parts::{Conclusion, Whole};
/// use deadheat_testing::toy::{Act, Toy};
///
/// let program = vec![vec![Act::Store(0, 1), Act::Load(1)], vec![Act::Store(1, 1), Act::Load(0)]];
/// let machine = || vec![Toy::new(program.clone())];
/// let mut whole = Whole::new(Search::new(machine()).errors().split(4)?);
/// let coverage = loop {
///     match whole.conclude() {
///         Conclusion::Open(parts) => {
///             for number in parts {
///                 // Anywhere, in any order, on any number of machines.
///                 let run = Search::new(machine()).errors().part(whole.part(number)).run_part()?;
///                 whole.take(number, run.report);
///             }
///         }
///         Conclusion::SplitAgain => {
///             let search = Search::new(machine()).errors().assume(whole.assumptions());
///             whole.again(search.split(4)?);
///         }
///         Conclusion::Done => break whole.coverage(),
///     }
/// };
/// assert!(coverage.is_complete());
/// # Ok::<(), deadheat_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Whole {
    parts: Vec<Part>,
    split: PartReport,
    /// By part: the best report of it.
    reports: Vec<Option<PartReport>>,
    /// What all parts have ever seen, those of earlier splits too: all of it did happen.
    notes: AllNotes,
}

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// These parts are to be searched, for the first time or once more.
    Open(Vec<usize>),
    /// The search is to be split once more, with the present [assumptions](Whole::assumptions): the split assumed what does not hold.
    SplitAgain,
    /// Nothing: see [`Whole::coverage`].
    Done,
}

impl Whole {
    /// A search that has just been split.
    #[must_use]
    pub fn new(split: Split) -> Self {
        let mut notes = AllNotes::default();
        notes.take(&split.so_far.report.notes);
        let reports = vec![None; split.parts.len()];
        Self { parts: split.parts, split: split.so_far.report, reports, notes }
    }

    /// The search was split once more.
    pub fn again(&mut self, split: Split) {
        let Split { parts, so_far } = split;
        self.notes.take(&so_far.report.notes);
        self.reports = vec![None; parts.len()];
        self.parts = parts;
        self.split = so_far.report;
    }

    /// How many parts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether the split left nothing to be done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// What is known to be unsafe.
    #[must_use]
    pub fn assumptions(&self) -> Assumptions {
        self.notes.violations.clone()
    }

    /// A part, to be searched with what is known now.
    ///
    /// # Panics
    /// If there is no such part.
    #[must_use]
    pub fn part(&self, number: usize) -> Part {
        self.parts[number].clone().assume(self.assumptions())
    }

    /// Takes in what became of a part of the present split. Reports may come twice, and late: of two the one counts that needs no repetition, or
    /// has seen more. Those of a part that does not exist are ignored.
    pub fn take(&mut self, number: usize, report: PartReport) {
        let Some(slot) = self.reports.get_mut(number) else { return };
        self.notes.take(&report.notes);
        let assumptions = &self.notes.violations;
        let value = |report: &PartReport| (report.notes.agrees_with(assumptions), report.coverage.is_complete());
        if slot.as_ref().is_none_or(|known| value(known) <= value(&report)) {
            *slot = Some(report);
        }
    }

    /// What is to be done next.
    #[must_use]
    pub fn conclude(&self) -> Conclusion {
        if !self.split.notes.agrees_with(&self.notes.violations) {
            return Conclusion::SplitAgain;
        }
        let open: Vec<usize> = (0..self.parts.len()).filter(|number| !self.is_finished(*number)).collect();
        if open.is_empty() { Conclusion::Done } else { Conclusion::Open(open) }
    }

    /// Whether a part was searched, and need not be searched again.
    #[must_use]
    pub fn is_finished(&self, number: usize) -> bool {
        let report = self.reports.get(number).and_then(Option::as_ref);
        report.is_some_and(|report| report.notes.agrees_with(&self.notes.violations))
    }

    /// Whether everything was seen, as of now.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        let reports = || self.reports.iter().flatten().chain([&self.split]);
        let mut bounds: BTreeSet<Bound> =
            reports().flat_map(|report| report.coverage.bounds().iter().copied()).collect();
        if self.conclude() != Conclusion::Done {
            bounds.insert(Bound::Parts);
        }
        if reports().any(|report| report.notes.is_short()) {
            bounds.insert(Bound::Unnamed);
        }
        if bounds.is_empty() { Coverage::Complete } else { Coverage::Partial(bounds.into_iter().collect()) }
    }

    /// What was seen and done by the parts that count. States that several parts have visited count for each.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.reports.iter().flatten().fold(self.split.counts, |sum, report| sum.and(&report.counts))
    }
}
