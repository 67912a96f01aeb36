//! The main job: every warning gets a verdict.

mod campaign;
mod cases;
mod chop;
mod lost_signals;
mod plan;
pub(crate) mod prediction;
pub(crate) mod pursue;
mod race_property;
pub(crate) mod recording;
mod search;
mod steady;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use deadheat_analysis::{AnalysisOptions, Scope, Suppressions};
use deadheat_machine::scheduler::{Random, RoundRobin};
use deadheat_machine::{Guest, Machine, Outcome, Scheduler};
use deadheat_search::deadlocks;
use deadheat_swarm::{Swarm, SwarmError};

use crate::crew::Brief;
use crate::error::CheckError;
use crate::finding::{self, Pursued};
use crate::goal::{Goal, stuck_places};
use crate::landmarks::Landmarks;
use crate::options::CheckOptions;
use crate::ownership::Ownership;
use crate::prove::{self, Proof, Prover};
use crate::result::{CheckResult, Effort, Finding, Technique, TestResult, unite, unite_needs};
use crate::stage::Stage;
use campaign::Campaign;
use cases::cases;
pub(crate) use cases::{Case, goal_of};
use lost_signals::Tries;
pub use lost_signals::WaitSite;
use pursue::Pursuer;
use recording::{Recorder, Recording};
use search::{Searched, Whole};

/// A check to be made: `Checker::new(&guest).workers(2).check()`.
///
/// ```
/// use std::time::Duration;
///
/// use deadheat_testing::toy::{Act, ToyGuest};
/// use deadheat_witness::Checker;
/// use deadheat_witness::result::Verdict;
///
/// // Two threads that each add 1 to a variable, without a lock.
/// let increment = vec![Act::Load(0), Act::Store(0, 1)];
/// let guest = ToyGuest::new(vec![increment.clone(), increment]);
/// let checked = Checker::new(&guest).budget(Duration::from_secs(10), Duration::from_secs(60)).check().unwrap();
/// assert!(matches!(checked.result.findings[0].verdict, Verdict::Witnessed { .. }));
/// ```
pub struct Checker<'a, G: Guest> {
    pub(crate) guest: &'a G,
    pub(crate) options: CheckOptions,
    analyses: AnalysisOptions,
    pub(crate) scope: Scope,
    suppressions: Suppressions,
    /// What was witnessed before, and need not be looked for.
    known: Vec<Finding>,
    progress: Option<&'a (dyn Fn(CheckProgress) + Sync)>,
    on_finding: Option<&'a (dyn Fn(&Finding) + Sync)>,
    pub(crate) stop: Option<&'a AtomicBool>,
    /// Who else does jobs of this check.
    swarm: Option<&'a dyn Swarm>,
    /// Called when jobs are about to be sent.
    announce: Option<&'a Announce<'a>>,
    /// Whether runs are recorded, here and by others.
    records: bool,
    /// States on the way of long runs.
    pub(crate) landmarks: Landmarks<G::Machine>,
}

/// Says what all jobs of a check have in common, to those who may do them.
pub type Announce<'a> = dyn Fn(&Brief) -> Result<(), SwarmError> + Sync + 'a;

/// What a check came to.
#[derive(Debug)]
pub struct Checked {
    /// The result.
    pub result: CheckResult,
    /// What could not be done. The result stands, but it is not all that there could be.
    pub faults: Vec<CheckError>,
}

/// What a check is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckProgress {
    /// Records a run: its number, from 1.
    Run(u32),
    /// Works on a warning: its number, from 1, and how many there are.
    Warning(usize, usize),
    /// Tries whether a signal can be lost.
    LostSignal,
    /// Tries a race that is no warning.
    Suspicion,
    /// Searches the whole program.
    Search,
    /// Waits for what others find.
    Swarm {
        /// So many workers were heard of.
        workers: usize,
        /// So many jobs are not done.
        jobs: usize,
        /// So many errors are witnessed.
        found: usize,
    },
}

impl<'a, G: Guest> Checker<'a, G> {
    /// A check of this guest with all analyses and techniques.
    pub fn new(guest: &'a G) -> Self {
        Self {
            guest,
            options: CheckOptions::default(),
            analyses: AnalysisOptions::all(),
            scope: Scope::default(),
            suppressions: Suppressions::default(),
            known: Vec::new(),
            progress: None,
            on_finding: None,
            stop: None,
            swarm: None,
            announce: None,
            records: true,
            landmarks: Landmarks::default(),
        }
    }

    /// What it may spend, and which techniques it may use.
    #[must_use]
    pub fn options(mut self, options: CheckOptions) -> Self {
        self.options = options;
        self
    }

    /// The time for one warning, and for all.
    #[must_use]
    pub fn budget(mut self, each: std::time::Duration, total: std::time::Duration) -> Self {
        (self.options.each, self.options.total) = (each, total);
        self
    }

    /// How many warnings are worked on at a time.
    #[must_use]
    pub fn workers(mut self, workers: usize) -> Self {
        self.options.workers = workers;
        self
    }

    /// Which analyses watch the runs.
    #[must_use]
    pub fn analyses(mut self, analyses: AnalysisOptions) -> Self {
        self.analyses = analyses;
        self
    }

    /// Which parts of the program are of interest.
    #[must_use]
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// Errors that the user does not want to hear of.
    #[must_use]
    pub fn suppressions(mut self, suppressions: Suppressions) -> Self {
        self.suppressions = suppressions;
        self
    }

    /// Findings that were witnessed before: they are taken over, and their warnings not worked on.
    #[must_use]
    pub fn known(mut self, findings: Vec<Finding>) -> Self {
        self.known = findings;
        self
    }

    /// A function that hears of each error as soon as it is witnessed, long before the check is over. What is said of it in the end
    /// may be more.
    #[must_use]
    pub fn on_finding(mut self, tell: &'a (dyn Fn(&Finding) + Sync)) -> Self {
        self.on_finding = Some(tell);
        self
    }

    /// A function that is told what is being done.
    #[must_use]
    pub fn on_progress(mut self, progress: &'a (dyn Fn(CheckProgress) + Sync)) -> Self {
        self.progress = Some(progress);
        self
    }

    /// A flag that ends the check when it is set, with what was found so far.
    #[must_use]
    pub fn stop_flag(mut self, stop: Option<&'a AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Lets the hands of this swarm do the jobs of the check, instead of those of this process. They are told of it when the first run is recorded, so that it is
    /// known what the guest asks of the outside.
    #[must_use]
    pub fn swarm(mut self, swarm: &'a dyn Swarm, announce: &'a Announce<'a>) -> Self {
        (self.swarm, self.announce) = (Some(swarm), Some(announce));
        self
    }

    /// Records no runs, and so has no warnings: only searches.
    #[must_use]
    pub fn search_only(mut self) -> Self {
        self.records = false;
        self
    }

    /// What all jobs of this check have in common.
    #[must_use]
    pub fn brief(&self) -> Brief {
        Brief::of(&self.options, &self.analyses, &self.scope)
    }

    /// Makes the check. A fault in one part costs the others nothing: it is given beside the result.
    ///
    /// # Errors
    /// If not even a run can be made.
    pub fn check(mut self) -> Result<Checked, CheckError> {
        let began = Instant::now();
        let deadline = began + self.options.total;
        let mut effort = Effort::default();
        let recordings = if self.records { self.record(deadline, &mut effort)? } else { Vec::new() };
        let mut findings = std::mem::take(&mut self.known);
        for recording in &recordings {
            if let Some(finding) = self.of_run(recording, deadline)?
                && !findings.iter().any(|known| known.id == finding.id)
            {
                findings.push(finding);
            }
        }
        let mut suppressions = std::mem::take(&mut self.suppressions);
        let mut cases = cases(&recordings, &mut suppressions);
        cases.retain(|case| {
            let id = finding::id_of(&case.warning.error);
            !findings.iter().any(|known| known.id == id && known.witness.is_some())
        });
        let ownership = Ownership::new(self.guest, &self.scope);
        // What a library means to be atomic the user does not know; its other errors get what is left of the time.
        let is_library = |case: &Case| ownership.is_possible_in_library(&case.warning.error);
        cases.retain(|case| !matches!(case.goal, Goal::Atomicity(_)) || !is_library(case));
        cases.sort_by_key(is_library);
        self.announce.map_or(Ok(()), |announce| announce(&self.brief()))?;
        let mut campaign = self.swarm.map(|swarm| Campaign::new(swarm, recordings.len() as u32)).transpose()?;
        let all: Vec<&Case> = cases.iter().collect();
        let (verdicts, mut faults) = match &mut campaign {
            Some(campaign) => {
                self.send_cases(campaign, &cases)?;
                (cases.iter().map(|_| Pursued::default()).collect(), Vec::new())
            }
            None => self.pursue_all(&recordings, &all, &self.options, deadline),
        };
        findings.extend(cases.iter().zip(verdicts).map(|(case, found)| finding::of_warning(&case.warning, found)));
        for more in [
            self.lost_signals(&recordings, &findings, deadline),
            self.suspicions(&recordings, &findings, &mut suppressions, deadline),
        ] {
            match more {
                Ok(more) => findings.extend(more),
                Err(fault) => faults.push(fault),
            }
        }
        let (recordings, deadline) = (&recordings[..], deadline);
        let mut whole = Whole { recordings, cases: &cases, findings, suppressions, effort, faults, deadline };
        let searched = match &mut campaign {
            Some(campaign) => self.search_by_many(&mut whole, campaign),
            None => self.search_whole(&mut whole),
        };
        let mut searched = searched.unwrap_or_else(|fault| {
            whole.faults.push(fault);
            Searched::default()
        });
        let Whole { mut findings, mut suppressions, mut effort, mut faults, .. } = whole;
        // What a program would do with what it cannot have here was not searched.
        let mut needs = self.guest.needs();
        let seen = campaign.map(Campaign::seen);
        seen.iter().for_each(|seen| unite_needs(&mut needs, seen.needs.clone()));
        searched.complete &= needs.is_empty();
        if searched.complete {
            let unproved = |id: &str| searched.met.contains(id);
            let known = findings.len();
            match self.prover(deadline).follow(&mut findings, &self.scope, &unproved, searched.meant) {
                Ok(()) => findings.iter_mut().skip(known).for_each(|new| finding::suppress(new, &mut suppressions)),
                Err(fault) => faults.push(fault),
            }
        }
        for finding in &mut findings {
            // What the search has met and no replay has proved is not refuted.
            let complete = searched.complete && !searched.met.contains(&finding.id);
            finding::settle(finding, complete, &self.options.next);
            effort.steps += finding.attempts.iter().map(|attempt| attempt.effort.steps).sum::<u64>();
            effort.states += finding.attempts.iter().map(|attempt| attempt.effort.states).sum::<u64>();
        }
        findings.iter_mut().for_each(|finding| finding.in_library = ownership.is_library(finding));
        finding::sort(&mut findings);
        effort.seconds = began.elapsed().as_secs_f64();
        let mut result = CheckResult::new(self.guest.spec());
        (result.findings, result.effort) = (findings, effort);
        (result.complete, result.bounds) = (searched.complete, searched.bounds);
        (result.needs, result.idle_pools) = (needs, self.guest.idle_pools());
        result.blind_spots = self.guest.blind_spots();
        if let Some(seen) = seen {
            unite(&mut result.idle_pools, seen.idle_pools);
            unite(&mut result.blind_spots, seen.blind_spots);
        }
        result.unused_suppressions = suppressions.unused().map(ToString::to_string).collect();
        result.tests = self.guest.test_runs().map(|runs| TestResult::of(&result, runs)).into_iter().collect();
        Ok(Checked { result, faults })
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn tell(&self, progress: CheckProgress) {
        if let Some(tell) = self.progress {
            tell(progress);
        }
    }

    fn tell_finding(&self, finding: &Finding) {
        if let Some(tell) = self.on_finding {
            tell(finding);
        }
    }

    pub(crate) fn prover(&self, deadline: Instant) -> Prover<'_, G> {
        let grace = prove::grace(self.options.total);
        let (deadline, landmarks) = (Some(deadline), Some(&self.landmarks));
        Prover { guest: self.guest, stop: self.stop, deadline, grace, landmarks }
    }

    fn record(&self, deadline: Instant, effort: &mut Effort) -> Result<Vec<Recording>, CheckError> {
        let mut recordings = Vec::new();
        for run in 0..self.options.runs.max(1) {
            self.tell(CheckProgress::Run(run + 1));
            let recording = self.record_run(run, deadline - self.options.total / 2)?;
            effort.runs += 1;
            effort.steps += recording.schedule.steps();
            recordings.push(recording);
            if self.stopped() {
                break;
            }
        }
        Ok(recordings)
    }

    /// The run of this number: the same in every process, unless time cuts it.
    pub(crate) fn record_run(&self, run: u32, deadline: Instant) -> Result<Recording, CheckError> {
        // Windows of threads need to know which thread depends on which.
        let analyses = AnalysisOptions { dependency: true, ..self.analyses.clone() };
        let mut machine = self.guest.fork()?;
        let mut scheduler: Box<dyn Scheduler> = match run {
            0 => Box::new(RoundRobin::default()),
            _ => Box::new(Random::new(self.options.seed.wrapping_add(run.into()))),
        };
        let recorder = Recorder {
            analyses: &analyses,
            scope: &self.scope,
            suspects: self.options.techniques.has(Technique::Suspicion) && analyses.eraser.is_some(),
            predicts: self.options.techniques.has(Technique::Prediction),
            max_steps: self.options.max_steps,
            steady: self.options.steady,
            deadline,
            stop: self.stop,
        };
        Ok(recorder.record(&mut machine, &mut *scheduler, &self.landmarks)?)
    }

    /// Errors that the run itself ended in.
    fn of_run(&self, recording: &Recording, deadline: Instant) -> Result<Option<Finding>, CheckError> {
        let proved = self.proof_of_run(recording, deadline)?;
        let finding = proved.map(|(goal, proof)| finding::of_proof(&goal, proof, Technique::Run, Vec::new()));
        finding.iter().for_each(|finding| self.tell_finding(finding));
        Ok(finding)
    }

    /// The error that a run ended in, proved.
    pub(crate) fn proof_of_run(
        &self,
        recording: &Recording,
        deadline: Instant,
    ) -> Result<Option<(Goal, Proof)>, CheckError> {
        let goal = match (&recording.unexpected, &recording.outcome) {
            (Some(unexpected), _) => unexpected.clone(),
            (None, Outcome::Deadlocked { .. }) => Goal::Stuck(Vec::new()),
            (None, Outcome::Uncaught { .. }) => Goal::Uncaught(None),
            _ => return Ok(None),
        };
        let proof = self.prover(deadline).prove(&goal, &recording.schedule)?;
        Ok(proof.map(|proof| (goal, proof)))
    }

    /// Signals that may come too early.
    fn lost_signals(
        &self,
        recordings: &[Recording],
        findings: &[Finding],
        deadline: Instant,
    ) -> Result<Vec<Finding>, CheckError> {
        let mut found: Vec<Finding> = Vec::new();
        let allowed = self.options.techniques.has(Technique::ActiveTesting);
        let Some(recording) = recordings.first().filter(|_| allowed) else { return Ok(found) };
        let predictor = &recording.predictor();
        let mut machine = self.guest.fork()?;
        let start = machine.snapshot();
        let mut tries = Tries::default();
        for wait in &recording.waits {
            if !tries.wants(wait) {
                continue;
            }
            if self.stopped() || Instant::now() >= deadline {
                break;
            }
            self.tell(CheckProgress::LostSignal);
            let limit = deadline.min(Instant::now() + self.options.each);
            let (guest, options, stop, attempts) = (self.guest, &self.options, self.stop, Vec::new());
            let mut pursuer = Pursuer { guest, options, recording, predictor, deadline: limit, stop, attempts };
            let stage = Stage::new(&mut machine, start.clone(), limit).stopped_by(self.stop);
            let mut stage = stage.knowing(Some(&self.landmarks));
            let lost = pursuer.lost_signal(&mut stage, wait)?;
            tries.steps += stage.steps;
            let Some(lost) = lost else { continue };
            let stuck = deadlocks(&*stage.machine, stage.outcome()).into_iter().next().unwrap_or_default();
            let goal = Goal::Stuck(stuck_places(&stuck, &*stage.machine));
            drop(stage);
            if findings.iter().chain(&found).any(|known| finding::is_proof_of(known, &goal)) {
                continue;
            }
            if let Some(proof) = self.prover(deadline).prove(&goal, &lost.schedule)? {
                found.push(finding::of_proof(&goal, proof, lost.technique, pursuer.attempts));
                found.last().iter().for_each(|finding| self.tell_finding(finding));
            }
        }
        Ok(found)
    }

    /// Races that no warning speaks of. Only what is witnessed is reported; little time is spent.
    fn suspicions(
        &self,
        recordings: &[Recording],
        findings: &[Finding],
        suppressions: &mut Suppressions,
        deadline: Instant,
    ) -> Result<Vec<Finding>, CheckError> {
        let mut found: Vec<Finding> = Vec::new();
        let mut machine = self.guest.fork()?;
        let start = machine.snapshot();
        let techniques = self.options.techniques.without(Technique::Target);
        let options = CheckOptions { each: self.options.each / 40, techniques, ..self.options.clone() };
        let deadline = deadline.min(Instant::now() + self.options.each / 10);
        for (run, recording) in recordings.iter().enumerate() {
            let predictor = recording.predictor();
            let mut warnings = recording.suspicions.clone();
            suppressions.apply(&mut warnings);
            for warning in warnings.into_iter().filter(|warning| warning.suppressed_by.is_none()) {
                let id = finding::id_of(&warning.error);
                if findings.iter().chain(&found).any(|known| known.id == id) {
                    continue;
                }
                if self.stopped() || Instant::now() >= deadline {
                    return Ok(found);
                }
                self.tell(CheckProgress::Suspicion);
                let goal = goal_of(&warning.error);
                let case = Case { warning, run, goal };
                let Pursued { proof, attempts } =
                    self.pursue(&mut machine, &start, &options, &case, (recording, &predictor), deadline)?;
                if proof.is_some() {
                    found.push(finding::of_warning(&case.warning, Pursued { proof, attempts }));
                    found.last().iter().for_each(|finding| self.tell_finding(finding));
                }
            }
        }
        Ok(found)
    }
}

pub(crate) fn panicked(panic: &(dyn std::any::Any + Send)) -> CheckError {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    CheckError::Panic(text.unwrap_or_else(|| "no message".to_owned()))
}
