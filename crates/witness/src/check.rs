//! The main job: every warning gets a verdict.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadheat_analysis::{Options as AnalysisOptions, PossibleError, Scope, Suppressions, Warning};
use deadheat_event::SourcePos;
use deadheat_machine::scheduler::{Random, RoundRobin};
use deadheat_machine::{DriverError, Machine, Outcome, Scheduler, StepError};
use deadheat_search::{Bound, Bounds, Kind, Search, SearchError, Verdict as Searched, deadlock, property};
use rustc_hash::FxHashSet;

use crate::finding::{self, Pursued};
use crate::goal::{Goal, stuck_places};
use crate::options::{Options, Stages};
use crate::prove::{PATIENCE, Prover};
use crate::pursue::{Pursuer, PursuitError};
use crate::race::Heat;
use crate::recording::{Recorder, Recording};
use crate::result::{Attempt, CheckResult, Effort, Finding, GuestInfo, Means, Verdict};
use crate::stage::Stage;
use crate::{discovered, rediscover};

/// A program without open warnings is searched for so long: what is easy to reach shows soon.
const QUIET_SEARCH: Duration = Duration::from_secs(2);

/// A check to be made.
pub struct Checker<'a, M: Machine> {
    /// What it may spend.
    pub options: &'a Options,
    /// Which analyses watch the runs.
    pub analyses: &'a AnalysisOptions,
    /// Makes which classes are of interest.
    pub scope: &'a (dyn Fn() -> Scope + Sync),
    /// A machine at the program's start that shares its states with the others.
    pub fork: &'a (dyn Fn() -> Result<M, StepError> + Sync),
    /// A machine at the program's start, made anew.
    pub boot: &'a (dyn Fn() -> Result<M, StepError> + Sync),
    /// Told what is being done.
    pub progress: &'a (dyn Fn(&str) + Sync),
    /// Set when the user wants an end.
    pub stop: Option<&'a AtomicBool>,
}

/// Why a check could not be made.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A run failed.
    #[error(transparent)]
    Run(#[from] DriverError),
    /// A pursuit failed.
    #[error(transparent)]
    Pursuit(#[from] PursuitError),
}

impl From<StepError> for CheckError {
    fn from(error: StepError) -> Self {
        Self::Pursuit(error.into())
    }
}

impl From<SearchError> for CheckError {
    fn from(error: SearchError) -> Self {
        Self::Pursuit(error.into())
    }
}

/// A warning with the run that it came from.
struct Case {
    warning: Warning,
    run: usize,
    goal: Goal,
}

impl<M: Machine + Send> Checker<'_, M> {
    /// Makes it. A fault in one part costs the others nothing: it is told beside the result.
    ///
    /// # Errors
    /// If not even a run can be made.
    pub fn check(
        &self,
        guest: GuestInfo,
        suppressions: &mut Suppressions,
    ) -> Result<(CheckResult, Vec<CheckError>), CheckError> {
        let began = Instant::now();
        let deadline = began + self.options.total;
        let mut effort = Effort::default();
        let recordings = self.record(deadline, &mut effort)?;
        let mut findings = Vec::new();
        for recording in &recordings {
            findings.extend(self.of_run(recording)?);
        }
        let cases = self.cases(&recordings, suppressions);
        let (verdicts, mut faults) = self.pursue_all(&recordings, &cases, deadline);
        let (mut complete, mut bounds, mut met) = (false, Vec::new(), FxHashSet::default());
        findings.extend(cases.iter().zip(verdicts).map(|(case, found)| finding::of_warning(&case.warning, found)));
        for more in [
            self.signals(&recordings, &findings, deadline),
            self.suspicions(&recordings, &findings, suppressions, deadline),
        ] {
            match more {
                Ok(more) => findings.extend(more),
                Err(fault) => faults.push(fault),
            }
        }
        if self.options.stages.search && !self.stopped() {
            match self.search(&mut findings, deadline, &mut effort) {
                Ok((verdict, unproved)) => {
                    (complete, bounds, met) = (verdict.is_complete(), verdict.reasons(), unproved);
                }
                Err(fault) => faults.push(fault),
            }
        }
        for finding in &mut findings {
            finding::settle(finding, complete && !met.contains(&finding.id), &self.options.next);
            effort.steps += finding.attempts.iter().map(|attempt| attempt.effort.steps).sum::<u64>();
            effort.states += finding.attempts.iter().map(|attempt| attempt.effort.states).sum::<u64>();
        }
        finding::sort(&mut findings);
        effort.seconds = began.elapsed().as_secs_f64();
        let mut result = CheckResult::new(guest);
        (result.findings, result.effort, result.complete, result.bounds) = (findings, effort, complete, bounds);
        result.unused_suppressions = suppressions.unused().map(ToString::to_string).collect();
        Ok((result, faults))
    }

    fn stopped(&self) -> bool {
        self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn record(&self, deadline: Instant, effort: &mut Effort) -> Result<Vec<Recording>, CheckError> {
        let mut recordings = Vec::new();
        for run in 0..self.options.runs.max(1) {
            (self.progress)(&format!("run {}", run + 1));
            let mut machine = (self.fork)()?;
            machine.snapshot();
            let mut scheduler: Box<dyn Scheduler> = match run {
                0 => Box::new(RoundRobin::default()),
                _ => Box::new(Random::new(self.options.seed.wrapping_add(run.into()))),
            };
            let recorder = Recorder {
                analyses: self.analyses,
                suspects: self.options.stages.suspicion && self.analyses.eraser.is_some(),
                max_steps: self.options.max_steps,
                deadline: deadline - self.options.total / 2,
                stop: self.stop,
            };
            let recording = recorder.record(&mut machine, &mut *scheduler, self.scope)?;
            effort.runs += 1;
            effort.steps += recording.schedule.steps();
            recordings.push(recording);
            if self.stopped() {
                break;
            }
        }
        Ok(recordings)
    }

    /// Errors that the run itself ended in.
    fn of_run(&self, recording: &Recording) -> Result<Option<Finding>, CheckError> {
        let goal = match recording.outcome {
            Outcome::Deadlocked { .. } => Goal::Stuck(Vec::new()),
            Outcome::Uncaught { .. } => Goal::Uncaught(None),
            _ => return Ok(None),
        };
        Ok(self
            .prover()
            .prove(&goal, &recording.schedule)?
            .map(|proof| finding::of_proof(&goal, proof, Means::Run, Vec::new())))
    }

    /// The warnings of all runs, each once.
    fn cases(&self, recordings: &[Recording], suppressions: &mut Suppressions) -> Vec<Case> {
        let mut cases: Vec<Case> = Vec::new();
        for (run, recording) in recordings.iter().enumerate() {
            for warning in &recording.warnings {
                let id = finding::id_of(&warning.error);
                if let Some(known) = cases.iter_mut().find(|case| finding::id_of(&case.warning.error) == id) {
                    known.warning.count += warning.count;
                    continue;
                }
                let goal = goal_of(&warning.error);
                cases.push(Case { warning: warning.clone(), run, goal });
            }
        }
        let mut warnings: Vec<Warning> = cases.iter().map(|case| case.warning.clone()).collect();
        suppressions.apply(&mut warnings);
        for (case, warning) in cases.iter_mut().zip(warnings) {
            case.warning = warning;
        }
        cases
    }

    /// Works on all warnings, several at a time.
    fn pursue_all(
        &self,
        recordings: &[Recording],
        cases: &[Case],
        deadline: Instant,
    ) -> (Vec<Pursued>, Vec<CheckError>) {
        let results: Mutex<Vec<_>> = Mutex::new((0..cases.len()).map(|_| None).collect());
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), CheckError> {
            let mut machine = (self.fork)()?;
            let start = machine.snapshot();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(at) else { return Ok(()) };
                let late = Instant::now() >= deadline || self.stopped();
                if late || case.warning.suppressed_by.is_some() {
                    continue;
                }
                (self.progress)(&format!("warning {} of {}", at + 1, cases.len()));
                let found = self.pursue(&mut machine, &start, self.options, case, &recordings[case.run], deadline)?;
                results.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(found);
            }
        };
        let ended = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.options.workers.min(cases.len())).map(|_| scope.spawn(work)).collect();
            let mut ended = vec![work()];
            // A panic in a worker is a fault like any other.
            ended.extend(
                others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
            );
            ended
        });
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let faults = ended.into_iter().filter_map(Result::err).collect();
        (results.into_iter().map(Option::unwrap_or_default).collect(), faults)
    }

    fn pursue(
        &self,
        machine: &mut M,
        start: &M::Snapshot,
        options: &Options,
        case: &Case,
        recording: &Recording,
        deadline: Instant,
    ) -> Result<Pursued, CheckError> {
        let deadline = deadline.min(Instant::now() + options.each);
        let events: Vec<u64> = match &case.warning.error {
            PossibleError::Race(race) => vec![race.first.seq, race.second.seq],
            _ => Vec::new(),
        };
        machine.restore(start);
        let steps = recording.locate(machine, &events)?;
        let (fresh, stop, attempts) = (self.fork, self.stop, Vec::new());
        let mut pursuer = Pursuer { options, recording, steps: &steps, fresh, deadline, stop, attempts };
        let mut stage = Stage::new(machine, start.clone(), deadline).stopped_by(self.stop);
        let found = pursuer.pursue(&mut stage, &case.warning.error, &case.goal)?;
        let Some(found) = found else { return Ok(Pursued { proof: None, attempts: pursuer.attempts }) };
        let proof = self.prover().prove(&case.goal, &found.schedule)?;
        if proof.is_none() {
            let outcome = "a schedule was found, but its replay did not prove the error".to_owned();
            pursuer.attempts.push(Attempt { means: found.means, outcome, effort: Effort::default() });
        }
        Ok(Pursued { proof: proof.map(|proof| (proof, found.means)), attempts: pursuer.attempts })
    }

    fn prover(&self) -> Prover<'_, M> {
        Prover { fork: self.fork, boot: self.boot, stop: self.stop }
    }

    /// Signals that may come too early.
    fn signals(
        &self,
        recordings: &[Recording],
        findings: &[Finding],
        deadline: Instant,
    ) -> Result<Vec<Finding>, CheckError> {
        let mut found: Vec<Finding> = Vec::new();
        let Some(recording) = recordings.first().filter(|_| self.options.stages.driving) else { return Ok(found) };
        let mut machine = (self.fork)()?;
        let start = machine.snapshot();
        for signal in &recording.signals {
            if self.stopped() || Instant::now() >= deadline {
                break;
            }
            (self.progress)("a signal that may be lost");
            let limit = deadline.min(Instant::now() + self.options.each);
            let steps = rustc_hash::FxHashMap::default();
            let (options, fresh, stop, attempts) = (self.options, self.fork, self.stop, Vec::new());
            let mut pursuer = Pursuer { options, recording, steps: &steps, fresh, deadline: limit, stop, attempts };
            let mut stage = Stage::new(&mut machine, start.clone(), limit).stopped_by(self.stop);
            let Some(driven) = pursuer.signal(&mut stage, signal)? else { continue };
            let stuck = deadlock(&*stage.machine, stage.outcome()).unwrap_or_default();
            let goal = Goal::Stuck(stuck_places(&stuck, &*stage.machine));
            drop(stage);
            if findings.iter().chain(&found).any(|known| finding::is_proof_of(known, &goal)) {
                continue;
            }
            if let Some(proof) = self.prover().prove(&goal, &driven.schedule)? {
                found.push(finding::of_proof(&goal, proof, driven.means, pursuer.attempts));
            }
        }
        Ok(found)
    }

    /// Races that no warning speaks of. Only what is witnessed is told; little time is spent.
    fn suspicions(
        &self,
        recordings: &[Recording],
        findings: &[Finding],
        suppressions: &mut Suppressions,
        deadline: Instant,
    ) -> Result<Vec<Finding>, CheckError> {
        let mut found: Vec<Finding> = Vec::new();
        let mut machine = (self.fork)()?;
        let start = machine.snapshot();
        let stages = Stages { target: false, ..self.options.stages };
        let options = Options { each: self.options.each / 40, stages, ..self.options.clone() };
        let deadline = deadline.min(Instant::now() + self.options.each / 10);
        for (run, recording) in recordings.iter().enumerate() {
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
                (self.progress)("a suspicion");
                let goal = goal_of(&warning.error);
                let case = Case { warning, run, goal };
                let Pursued { proof, attempts } =
                    self.pursue(&mut machine, &start, &options, &case, recording, deadline)?;
                if proof.is_some() {
                    found.push(finding::of_warning(&case.warning, Pursued { proof, attempts }));
                }
            }
        }
        Ok(found)
    }

    /// A search of the whole program, for what the warnings missed and for what can be refuted. Gives the ids of those, too, that it has
    /// met and that no replay has proved.
    fn search(
        &self,
        findings: &mut Vec<Finding>,
        deadline: Instant,
        effort: &mut Effort,
    ) -> Result<(Searched, FxHashSet<String>), CheckError> {
        let open = findings.iter().any(|finding| matches!(finding.verdict, Verdict::Unresolved { .. }));
        let left = deadline.saturating_duration_since(Instant::now());
        let time = if open { left.min(self.options.each) } else { left.min(QUIET_SEARCH) };
        if time < Duration::from_millis(10) {
            return Ok((Searched::Stopped(vec![Bound::Time]), FxHashSet::default()));
        }
        (self.progress)("search");
        let machines = (0..self.options.workers.max(1)).map(|_| (self.fork)()).collect::<Result<_, _>>()?;
        let never = AtomicBool::new(false);
        let bounds = Bounds { time: Some(time), memory: Some(self.options.memory), ..Bounds::default() };
        let report = Search::new(machines)
            .property(property::DeadHeat)
            .property(property::Deadlock::default())
            .property(property::Uncaught)
            .bounds(bounds)
            .stop_flag(self.stop.unwrap_or(&never))
            .run()?;
        effort.states += report.counts.states;
        effort.steps += report.counts.steps;
        effort.memory = effort.memory.max(report.counts.visited_bytes + report.counts.frontier_bytes);
        let searched = Effort {
            seconds: report.elapsed.as_secs_f64(),
            steps: report.counts.steps,
            states: report.counts.states,
            ..Effort::default()
        };
        let outcome = if report.verdict.is_complete() { "searched every state" } else { "not found within the bounds" };
        for finding in findings.iter_mut().filter(|finding| finding.witness.is_none()) {
            let effort = Effort { states: 0, steps: 0, ..searched };
            finding.attempts.push(Attempt { means: Means::Search, outcome: outcome.to_owned(), effort });
        }
        let mut met = FxHashSet::default();
        for found in &report.findings {
            if self.stopped() {
                return Ok((Searched::Stopped(vec![Bound::Interrupted]), met));
            }
            let goal = self.goal(found)?;
            let named = goal.clone().map_or_else(|| self.prover().goal(found), |goal| Ok(Some(goal)))?;
            let known =
                named.as_ref().and_then(|goal| findings.iter().position(|known| finding::is_about(known, goal)));
            if known.is_some_and(|at| findings[at].witness.is_some() || findings[at].suppressed_by.is_some()) {
                continue;
            }
            let proof = match &goal {
                Some(goal) => self.prover().prove(goal, &found.schedule)?,
                None => None,
            };
            match (known, goal, proof) {
                (Some(at), _, Some(proof)) => finding::witnessed(&mut findings[at], proof, Means::Search),
                // The search has been there: whatever else is said of it, it is not refuted.
                (Some(at), _, None) => {
                    met.insert(findings[at].id.clone());
                }
                (None, Some(goal), Some(proof)) => {
                    let finding = finding::of_proof(&goal, proof, Means::Search, Vec::new());
                    if !findings.iter().any(|known| known.id == finding.id) {
                        findings.push(finding);
                    }
                }
                // What the analyses do not call a race is none.
                (None, None, _) if found.kind == Kind::DeadHeat => {}
                (None, ..) if self.prover().is_broken(found)? => {}
                (None, ..) => findings.push(discovered::unproved(found)),
            }
        }
        Ok((report.verdict, met))
    }

    /// What a search has found, by name. A dead heat counts only if the analyses, watching this very run, call it a race: what is
    /// marked benign, or read optimistically, they don't.
    fn goal(&self, found: &deadheat_search::Finding) -> Result<Option<Goal>, CheckError> {
        if found.kind != Kind::DeadHeat {
            return Ok(self.prover().goal(found)?);
        }
        let judge = |mut stage: Stage<'_, M>| rediscover::race(&mut stage, &found.schedule, (self.scope)());
        let race = self.prover().on_stage(PATIENCE, judge)?;
        Ok(race.map(|race| Goal::Race(Heat::of(&race))))
    }
}

fn goal_of(error: &PossibleError) -> Goal {
    match error {
        PossibleError::Race(race) => Goal::Race(Heat::of(race)),
        PossibleError::Deadlock(deadlock) => {
            let mut places: Vec<SourcePos> = deadlock.cycle.iter().map(|edge| edge.place.clone()).collect();
            places.sort();
            places.dedup();
            Goal::Stuck(places)
        }
        PossibleError::Atomicity(atomicity) => Goal::Atomicity(atomicity.begins.clone()),
    }
}
