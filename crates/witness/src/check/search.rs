//! The search of the whole program: for what the warnings missed, and for what can be refuted.
//!
//! A first search is short: small programs are soon searched, and what is easy to reach shows. If anything is left to be seen, the rest of
//! the time goes to random walks, to the warnings that are still open, and to a search that takes what remains. The walks come first:
//! where a program is too large for a search, that sees only one corner of it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use deadheat_analysis::Suppressions;
use deadheat_machine::{Guest, Limit, Outcome};
use deadheat_search::strategy::{Pct, Pos, Random, Strategy};
use deadheat_search::{Bound, Bounds, Counterexample, Search, SearchReport};
use rustc_hash::FxHashSet;

use super::recording::Recording;
use super::{Case, CheckProgress, Checker};
use crate::error::CheckError;
use crate::finding::{self, Pursued};
use crate::options::CheckOptions;
use crate::prove;
use crate::result::{Attempt, AttemptOutcome, Effort, Finding, Technique, Verdict};

/// The first search of a program without open warnings takes so long.
const FIRST_SEARCH: Duration = Duration::from_secs(2);

/// So much of the time that is left goes to each kind of walk, and so much to warnings that are still open.
const WALK_SHARE: u32 = 6;
const OPEN_SHARE: u32 = 3;

/// Less time than this is not worth a search.
const LEAST: Duration = Duration::from_millis(10);

/// So much of all the time is kept for replays.
const REPLAY_SHARE: u32 = 20;

/// What is known before the whole program is searched, and grows by it.
pub struct Whole<'r> {
    /// The recorded runs.
    pub recordings: &'r [Recording],
    /// Their warnings.
    pub cases: &'r [Case],
    /// What was found.
    pub findings: Vec<Finding>,
    /// What the user does not want to hear of.
    pub suppressions: Suppressions,
    /// What it took.
    pub effort: Effort,
    /// What could not be done.
    pub faults: Vec<CheckError>,
    /// When all must be over.
    pub deadline: Instant,
}

/// What the search has seen.
#[derive(Default)]
pub struct Searched {
    /// Whether that was everything.
    pub complete: bool,
    /// Whether it went everywhere, even if not everything could be seen there: more time would show nothing new.
    pub exhausted: bool,
    /// If not, why.
    pub bounds: Vec<Bound>,
    /// The ids of findings that it has met and that no replay has proved.
    pub met: FxHashSet<String>,
    /// Whether it has met dead heats that are none of the user's business.
    pub meant: bool,
}

/// The kinds of walks.
const WALKS: [fn(u64) -> Box<dyn Strategy>; 3] =
    [|seed| Box::new(Pos::new(seed)), |seed| Box::new(Pct::new(seed)), |seed| Box::new(Random::new(seed))];

/// What is added to the seed when warnings are worked on once more.
const AGAIN: u64 = 1 << 32;

/// Whether it is not known what a finding is.
pub(super) fn is_open(finding: &Finding) -> bool {
    matches!(finding.verdict, Verdict::Unresolved { .. }) && finding.suppressed_by.is_none()
}

impl<G: Guest> Checker<'_, G> {
    /// Searches and walks until there is nothing left to be seen, or the time is over.
    pub(super) fn search_whole(&self, whole: &mut Whole<'_>) -> Result<Searched, CheckError> {
        let techniques = self.options.techniques;
        let end = self.search_end(whole);
        let left = || end.saturating_duration_since(Instant::now());
        let mut searched = Searched::default();
        if techniques.has(Technique::Search) && !self.stopped() {
            let open = whole.findings.iter().any(is_open);
            let first = if open || self.options.states.is_some() { self.options.each } else { FIRST_SEARCH };
            self.search(whole, left().min(first), &mut searched)?;
        }
        // Where states are counted, time decides nothing.
        let is_over = |searched: &Searched| searched.exhausted || self.stopped() || left() < LEAST;
        if is_over(&searched) || self.options.states.is_some() {
            self.note_cuts(whole, &mut searched);
            return Ok(searched);
        }
        if techniques.has(Technique::Walks) {
            for round in 0..WALKS.len() {
                self.walk(whole, left() / WALK_SHARE, round, &mut searched)?;
            }
        }
        self.pursue_again(whole, left() / OPEN_SHARE);
        if techniques.has(Technique::Search) && !is_over(&searched) {
            self.search(whole, left(), &mut searched)?;
        }
        // A search that ran out of memory leaves time.
        for round in WALKS.len().. {
            if !techniques.has(Technique::Walks) || is_over(&searched) {
                break;
            }
            self.walk(whole, left() / 2, round, &mut searched)?;
        }
        self.note_cuts(whole, &mut searched);
        Ok(searched)
    }

    /// When searches must be over. Who checks much at a time has no time to spend on what looks well.
    pub(super) fn search_end(&self, whole: &Whole<'_>) -> Instant {
        let end = whole.deadline - self.options.total / REPLAY_SHARE;
        match self.options.quiet {
            Some(quiet) if whole.findings.iter().all(|finding| finding.verdict == Verdict::Refuted) => {
                end.min(Instant::now() + quiet)
            }
            _ => end,
        }
    }

    /// Recordings that were cut keep a check from being complete, unless everything was searched all the same.
    pub(super) fn note_cuts(&self, whole: &Whole<'_>, searched: &mut Searched) {
        if searched.complete {
            return;
        }
        let limits = whole.recordings.iter().filter_map(|run| match run.outcome {
            Outcome::Limit(limit) => Some(limit),
            _ => None,
        });
        let bounds = limits.map(|limit| if limit == Limit::Steady { Bound::Steady } else { Bound::Recording });
        let bounds: BTreeSet<Bound> = bounds.collect();
        searched.bounds.extend(bounds);
    }

    /// Works once more on the warnings that are still open, with other dice.
    fn pursue_again(&self, whole: &mut Whole<'_>, time: Duration) {
        let open_finding = |findings: &[Finding], case: &Case| {
            let id = finding::id_of(&case.warning.error);
            findings.iter().position(|finding| finding.id == id && is_open(finding))
        };
        let open: Vec<&Case> =
            whole.cases.iter().filter(|case| open_finding(&whole.findings, case).is_some()).collect();
        if open.is_empty() || self.stopped() || time < LEAST {
            return;
        }
        let each = time * (self.options.workers.max(1) as u32) / open.len() as u32;
        let options = CheckOptions { each, seed: self.options.seed.wrapping_add(AGAIN), ..self.options.clone() };
        let (pursued, faults) = self.pursue_all(whole.recordings, &open, &options, Instant::now() + time);
        whole.faults.extend(faults);
        for (case, Pursued { proof, attempts }) in open.into_iter().zip(pursued) {
            let Some(at) = open_finding(&whole.findings, case) else { continue };
            whole.findings[at].attempts.extend(attempts);
            if let Some((proof, technique)) = proof {
                finding::witnessed(&mut whole.findings[at], proof, technique);
            }
        }
    }

    /// Walks at random. What that finds goes to the findings.
    fn walk(
        &self,
        whole: &mut Whole<'_>,
        time: Duration,
        round: usize,
        searched: &mut Searched,
    ) -> Result<(), CheckError> {
        if time < LEAST || self.stopped() {
            return Ok(());
        }
        let strategy = WALKS[round % WALKS.len()](self.options.seed.wrapping_add(round as u64));
        let report = self.explore(whole, time, |search| search.boxed_strategy(strategy))?;
        for found in &report.counterexamples {
            self.take_in(found, Technique::Walks, whole, searched)?;
        }
        Ok(())
    }

    /// A search, or walks, with what it took.
    fn explore<'s>(
        &'s self,
        whole: &mut Whole<'_>,
        time: Duration,
        build: impl FnOnce(Search<'s, G::Machine>) -> Search<'s, G::Machine>,
    ) -> Result<SearchReport, CheckError> {
        self.tell(CheckProgress::Search);
        let machines = (0..self.options.workers.max(1)).map(|_| self.guest.fork()).collect::<Result<_, _>>()?;
        let (memory, states) = (Some(self.options.memory), self.options.states);
        let bounds = Bounds { time: Some(time), memory, states, ..Bounds::default() };
        let mut search = build(Search::new(machines).errors().twins(true)).bounds(bounds);
        if let Some(stop) = self.stop {
            search = search.stop_flag(stop);
        }
        let report = search.run()?;
        let effort = &mut whole.effort;
        effort.states += report.counts.states;
        effort.steps += report.counts.steps;
        effort.memory = effort.memory.max(report.counts.visited_bytes + report.counts.frontier_bytes);
        Ok(report)
    }

    /// Makes the search. What it finds goes to the findings.
    fn search(&self, whole: &mut Whole<'_>, time: Duration, searched: &mut Searched) -> Result<(), CheckError> {
        if time < LEAST {
            searched.bounds = vec![Bound::Time];
            return Ok(());
        }
        let report = self.explore(whole, time, |search| search)?;
        let complete = report.coverage.is_complete();
        let outcome = if complete { AttemptOutcome::SearchedAll } else { AttemptOutcome::BoundsReached };
        for finding in whole.findings.iter_mut().filter(|finding| finding.witness.is_none()) {
            // States and steps were those of all findings: they are counted once, above.
            let effort = Effort { seconds: report.elapsed.as_secs_f64(), ..Effort::default() };
            finding.attempts.push(Attempt { technique: Technique::Search, outcome, effort });
        }
        (searched.complete, searched.bounds) = (complete, report.coverage.bounds().to_vec());
        searched.exhausted = searched.bounds.iter().all(|bound| *bound == Bound::BlindSpot);
        for found in &report.counterexamples {
            if self.stopped() {
                (searched.complete, searched.bounds) = (false, vec![Bound::Interrupted]);
                break;
            }
            self.take_in(found, Technique::Search, whole, searched)?;
        }
        Ok(())
    }

    /// Takes in what the search has found: a proof of something known, or something new.
    pub(super) fn take_in(
        &self,
        found: &Counterexample,
        technique: Technique,
        whole: &mut Whole<'_>,
        searched: &mut Searched,
    ) -> Result<(), CheckError> {
        let prover = self.prover(whole.deadline);
        let Whole { findings, suppressions, .. } = whole;
        if prover.is_late() {
            let late = prove::untried(found);
            if !findings.iter().any(|known| known.id == late.id) {
                findings.push(late);
            }
            return Ok(());
        }
        if prover.is_silent(found, &self.scope)? {
            searched.meant = true;
            return Ok(());
        }
        let goal = prover.goal(found)?;
        let known = goal.as_ref().and_then(|goal| findings.iter().position(|known| finding::is_about(known, goal)));
        if known.is_some_and(|at| findings[at].witness.is_some() || findings[at].suppressed_by.is_some()) {
            return Ok(());
        }
        let proof = match &goal {
            Some(goal) => prover.prove(goal, &found.schedule)?,
            None => None,
        };
        match (known, goal, proof) {
            (Some(at), _, Some(proof)) => {
                finding::witnessed(&mut findings[at], proof, technique);
                self.tell_finding(&findings[at]);
            }
            // The search has been there: whatever else is said of it, it is not refuted.
            (Some(at), _, None) => {
                searched.met.insert(findings[at].id.clone());
            }
            (None, Some(goal), Some(proof)) => {
                let mut finding = finding::of_proof(&goal, proof, technique, Vec::new());
                finding::suppress(&mut finding, suppressions);
                if !findings.iter().any(|known| known.id == finding.id) {
                    self.tell_finding(&finding);
                    findings.push(finding);
                }
            }
            (None, ..) if prover.is_broken(found)? => {}
            (None, ..) => findings.push(prove::unproved(found)),
        }
        Ok(())
    }
}
