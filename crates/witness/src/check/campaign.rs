//! A check by many: jobs are sent to whoever does them, and results are taken in as they come.
//!
//! What is sent: each warning with a budget that grows until it is resolved; parts of the complete search; and *producers*, searches and recorded runs that all
//! differ, whose new warnings are pursued in turn (Oliveira 2012, chapter 5). Jobs have names that are a function of what they ask for, and a queue takes each name
//! once. So a coordinator that was started again sends the same jobs, of which nothing is done twice, and finds the results of those that were done.
//!
//! Every claim is replayed here, from the start, before it counts. The whole is complete only if [all parts](deadheat_search::parts) were finished and no job was set aside.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use deadheat_analysis::{PossibleError, Warning};
use deadheat_event::ErrorKind;
use deadheat_event::hash::Fnv64;
use deadheat_machine::{Guest, IdlePool, Need};
use deadheat_search::parts::{Conclusion, Whole as Parts};
use deadheat_search::{Bound, Bounds, SMALL_SEARCH, Search};
use deadheat_swarm::{Queue, Swarm};

use super::search::{Searched, Whole, is_open};
use super::{Case, CheckProgress, Checker};
use crate::crew::{self, Claim, Done, Job, Met, Producer, Task};
use crate::error::CheckError;
use crate::finding::{self, Pursued};
use crate::goal::Goal;
use crate::result::{Attempt, AttemptOutcome, Effort, Finding, FoundError, Technique};

/// A complete search is split into about so many parts: more than there are workers, most often, and not so many that they do the same over and over. The number is
/// fixed, so that the parts are a function of the guest.
const PARTS: usize = 32;

/// The first try of a warning takes this share of its time; each further one twice as much as the one before.
const FIRST_SHARE: u32 = 4;

/// A warning is tried so often at the most; and so often where the search has decided everything else: what is not atomic no search refutes.
const ROUNDS: u32 = 8;
const ROUNDS_BESIDE_SEARCH: u32 = 3;

/// Where there is more to be done than parts, the first try of a part, and the first producers, take this share of a warning's time: so nothing keeps others
/// waiting for long, and what is found is told soon.
const SLICE_SHARE: u32 = 16;

/// Each further try of a part takes so many times the one before.
const PART_GROWTH: u32 = 4;

/// After so many producers the next ones take twice as long, up to half of a warning's time.
const PRODUCERS_ALIKE: u32 = 12;

/// So many runs are recorded at the most.
const MOST_RUNS: u32 = 256;

/// So many producers wait or work for each worker, and so many where none was heard of yet.
const FOR_EACH: usize = 2;
const AT_FIRST: usize = 4;

/// What is added to the seed when a warning is worked on once more.
const AGAIN: u64 = 1 << 32;

/// How long is waited for results before time and the user are looked at.
const LISTEN: Duration = Duration::from_millis(100);

/// Less time than this is not worth a job.
const LEAST: Duration = Duration::from_millis(10);

/// A job that was sent.
#[derive(Clone, Debug, PartialEq)]
enum Sent {
    /// A warning of this run and id, or a race that was predicted across runs; the number of the try.
    Pursuit { task: Task, warning: String, round: u32 },
    /// A run, by its number, or a search, that may find new warnings.
    Production { run: Option<u32> },
    /// A part of the search, by its number in the present split.
    Part { number: usize, round: u32 },
}

/// Jobs sent, and what came of them.
pub(super) struct Campaign<'c> {
    swarm: &'c dyn Swarm,
    warnings: Box<dyn Queue>,
    searches: Box<dyn Queue>,
    /// What is waited for, by id.
    open: HashMap<String, Sent>,
    /// Results of jobs that an earlier coordinator has sent, and this one not yet.
    early: HashMap<String, Done>,
    results: u64,
    claims: u64,
    /// Who was heard of.
    workers: BTreeSet<String>,
    /// The ids of all warnings so far.
    warned: BTreeSet<String>,
    producers: u32,
    runs: u32,
    parts: Option<Parts>,
    /// Parts of the present split that nobody will finish.
    lost: BTreeSet<usize>,
    /// Jobs of parts whose results were taken in.
    searched: BTreeSet<String>,
    met: Vec<Met>,
    meant: bool,
    faults: Vec<String>,
    seen: Seen,
}

/// What others have noticed of the guest.
#[derive(Default)]
pub(super) struct Seen {
    pub needs: Vec<Need>,
    pub blind_spots: Vec<String>,
    pub idle_pools: Vec<IdlePool>,
}

impl<'c> Campaign<'c> {
    pub fn new(swarm: &'c dyn Swarm, runs: u32) -> Result<Self, CheckError> {
        Ok(Self {
            swarm,
            warnings: swarm.queue(crew::WARNINGS)?,
            searches: swarm.queue(crew::SEARCHES)?,
            open: HashMap::new(),
            early: HashMap::new(),
            results: 0,
            claims: 0,
            workers: BTreeSet::new(),
            warned: BTreeSet::new(),
            producers: 0,
            runs,
            parts: None,
            lost: BTreeSet::new(),
            searched: BTreeSet::new(),
            met: Vec::new(),
            meant: false,
            faults: Vec::new(),
            seen: Seen::default(),
        })
    }

    /// What others have noticed of the guest.
    pub fn seen(self) -> Seen {
        self.seen
    }

    fn send(&mut self, id: String, job: &Job, sent: Sent) -> Result<(), CheckError> {
        let queue = if matches!(sent, Sent::Pursuit { .. }) { &self.warnings } else { &self.searches };
        crew::send(&**queue, self.swarm.store(), &id, job)?;
        self.open.insert(id, sent);
        Ok(())
    }

    /// Sends a warning to be pursued.
    fn pursue(
        &mut self,
        task: Task,
        warning: String,
        round: u32,
        (time, seed): (Duration, u64),
    ) -> Result<(), CheckError> {
        let seed = seed.wrapping_add(AGAIN * u64::from(round));
        let id = format!("pursue-{warning}-{round}");
        self.warned.insert(warning.clone());
        self.send(id, &Job { task: task.clone(), time, seed }, Sent::Pursuit { task, warning, round })
    }

    /// Whether no more will be heard of parts of the search.
    fn is_searched(&self) -> bool {
        let Some(parts) = &self.parts else { return true };
        let none_is_sent = !self.open.values().any(|sent| matches!(sent, Sent::Part { .. }));
        none_is_sent
            && match parts.conclude() {
                Conclusion::Done => true,
                Conclusion::SplitAgain => false,
                Conclusion::Open(numbers) => numbers.iter().all(|number| self.lost.contains(number)),
            }
    }

    /// Whether everything was searched that can be, even if not everything could be seen there: more time would show nothing new.
    fn is_exhausted(&self) -> bool {
        let only_blind = |bound: &Bound| matches!(bound, Bound::BlindSpot | Bound::Unnamed);
        self.parts.as_ref().is_some_and(|parts| {
            parts.conclude() == Conclusion::Done && parts.coverage().bounds().iter().all(only_blind)
        })
    }

    fn producing(&self) -> usize {
        self.open.values().filter(|sent| matches!(sent, Sent::Production { .. })).count()
    }
}

impl<G: Guest> Checker<'_, G> {
    /// Sends all warnings to be pursued.
    pub(super) fn send_cases(&self, campaign: &mut Campaign<'_>, cases: &[Case]) -> Result<(), CheckError> {
        for case in cases.iter().filter(|case| case.warning.suppressed_by.is_none()) {
            let warning = finding::id_of(&case.warning.error);
            let task = Task::Pursue { run: case.run as u32, warning: warning.clone() };
            campaign.pursue(task, warning, 0, (self.options.each / FIRST_SHARE, self.options.seed))?;
        }
        Ok(())
    }

    /// Sends jobs and takes in results until there is nothing left to be seen, or the time is over.
    pub(super) fn search_by_many(
        &self,
        whole: &mut Whole<'_>,
        campaign: &mut Campaign<'_>,
    ) -> Result<Searched, CheckError> {
        let mut searched = Searched { bounds: vec![Bound::Time], ..Searched::default() };
        let end = self.search_end(whole);
        let outcome = self.take_results(whole, campaign, &mut searched, end);
        let outcome = outcome.and_then(|()| self.look_for_cycles(whole, campaign, &mut searched, end));
        self.take_in_met(whole, campaign, &mut searched);
        searched.meant = campaign.meant;
        if let Some(parts) = &campaign.parts {
            let coverage = parts.coverage();
            searched.complete = coverage.is_complete() && campaign.faults.is_empty() && outcome.is_ok();
            searched.bounds = coverage.bounds().to_vec();
            let counts = parts.counts();
            whole.effort.states += counts.states;
            whole.effort.steps += counts.steps;
        }
        if !campaign.faults.is_empty() {
            searched.bounds.push(Bound::Fault);
            searched.bounds.sort_unstable();
            searched.bounds.dedup();
        }
        if self.stopped() {
            (searched.complete, searched.bounds) = (false, vec![Bound::Interrupted]);
        }
        let all = if searched.complete { AttemptOutcome::SearchedAll } else { AttemptOutcome::BoundsReached };
        for finding in whole.findings.iter_mut().filter(|finding| finding.witness.is_none()) {
            finding.attempts.push(Attempt { technique: Technique::Search, outcome: all, effort: Effort::default() });
        }
        whole.faults.extend(std::mem::take(&mut campaign.faults).into_iter().map(CheckError::Worker));
        self.note_cuts(whole, &mut searched);
        outcome?;
        Ok(searched)
    }

    /// Cycles of states show where a path comes back to itself, and the search is split breadth first: where everything was searched, and that is not
    /// much, it is searched once more for cycles, by one path at a time. So does a search by several threads of one process.
    fn look_for_cycles(
        &self,
        whole: &mut Whole<'_>,
        campaign: &Campaign<'_>,
        searched: &mut Searched,
        end: Instant,
    ) -> Result<(), CheckError> {
        let Some(parts) = &campaign.parts else { return Ok(()) };
        let (counts, time) = (parts.counts(), end.saturating_duration_since(Instant::now()));
        let is_small = counts.states <= SMALL_SEARCH && counts.met_again > 0;
        if !is_small || !parts.coverage().is_complete() || time < LEAST || self.stopped() {
            return Ok(());
        }
        let mut search = Search::new(vec![self.guest.fork()?]).errors().bounds(self.part_bounds(time));
        if let Some(stop) = self.stop {
            search = search.stop_flag(stop);
        }
        let report = search.assume(parts.assumptions()).run()?;
        for cycle in report.counterexamples.iter().filter(|found| found.kind == ErrorKind::Livelock) {
            self.take_in(cycle, Technique::Search, whole, searched)?;
        }
        Ok(())
    }

    fn take_results(
        &self,
        whole: &mut Whole<'_>,
        campaign: &mut Campaign<'_>,
        searched: &mut Searched,
        end: Instant,
    ) -> Result<(), CheckError> {
        let left = || end.saturating_duration_since(Instant::now());
        if self.options.techniques.has(Technique::Search) && !self.stopped() {
            self.split(whole, campaign, searched, left().min(self.options.each))?;
        }
        loop {
            // What has arrived is taken in, even if there is no time for more.
            let over = self.stopped() || left() < LEAST || self.is_decided(whole, campaign);
            self.take_arrivals(whole, campaign, if over { Duration::ZERO } else { LISTEN.min(left()) }, left())?;
            let found = whole.findings.iter().filter(|finding| finding.witness.is_some()).count();
            self.tell(CheckProgress::Swarm { workers: campaign.workers.len(), jobs: campaign.open.len(), found });
            if over {
                return Ok(());
            }
            self.go_on(whole, campaign, searched, left())?;
        }
    }

    /// Takes in claims and results; waits for so long until there is one.
    fn take_arrivals(
        &self,
        whole: &mut Whole<'_>,
        campaign: &mut Campaign<'_>,
        wait: Duration,
        left: Duration,
    ) -> Result<(), CheckError> {
        let store = campaign.swarm.store();
        for change in store.changes(crew::CLAIMS, campaign.claims, Duration::ZERO)? {
            campaign.claims = change.revision;
            match crew::decode::<Claim>(&change.value, store)? {
                Some(claim) if self.take_in_claim(&claim, whole)? => {}
                // Others may prove it, if it is true.
                _ => store.remove(&change.key)?,
            }
        }
        for change in store.changes(crew::RESULTS, campaign.results, wait)? {
            campaign.results = change.revision;
            let id = change.key.split_once('.').map_or("", |(_, id)| id).to_owned();
            let fault = || Some(format!("the result of a job makes no sense: {id}"));
            let done = crew::decode(&change.value, store)?;
            let done = done.unwrap_or_else(|| Done { fault: fault(), ..Done::default() });
            campaign.early.insert(id, done);
        }
        // What comes of a job may send others, of which the results are there.
        loop {
            let arrived = campaign.early.keys().find(|id| campaign.open.contains_key(*id)).cloned();
            let Some(id) = arrived else { return Ok(()) };
            let (Some(sent), Some(done)) = (campaign.open.remove(&id), campaign.early.remove(&id)) else { continue };
            if matches!(sent, Sent::Part { .. }) {
                campaign.searched.insert(id);
            }
            self.take_in_done(sent, done, whole, campaign, left)?;
        }
    }

    /// Whether more results would change nothing: the search is complete, and what it does not decide was tried.
    fn is_decided(&self, whole: &Whole<'_>, campaign: &Campaign<'_>) -> bool {
        if !self.records {
            return campaign.is_searched();
        }
        let undecided = |sent: &Sent| match sent {
            Sent::Pursuit { warning, round, .. } if *round < ROUNDS_BESIDE_SEARCH => {
                let is_it = |finding: &&Finding| finding.id == *warning && is_open(finding);
                let found = whole.findings.iter().find(is_it);
                found.is_some_and(|finding| matches!(finding.error, FoundError::Atomicity { .. }))
            }
            _ => false,
        };
        campaign.is_exhausted() && !campaign.open.values().any(undecided)
    }

    /// Splits the search of the whole program into parts.
    fn split(
        &self,
        whole: &mut Whole<'_>,
        campaign: &mut Campaign<'_>,
        searched: &mut Searched,
        time: Duration,
    ) -> Result<(), CheckError> {
        if time < LEAST {
            return Ok(());
        }
        self.tell(CheckProgress::Search);
        let mut search = Search::new(vec![self.guest.fork()?]).errors().bounds(self.part_bounds(time));
        if let Some(parts) = &campaign.parts {
            search = search.assume(parts.assumptions());
        }
        if let Some(stop) = self.stop {
            search = search.stop_flag(stop);
        }
        let split = search.split(PARTS)?;
        for found in &split.so_far.search.counterexamples {
            self.take_in(found, Technique::Search, whole, searched)?;
        }
        campaign.meant |= searched.meant;
        match &mut campaign.parts {
            Some(parts) => parts.again(split),
            none => *none = Some(Parts::new(split)),
        }
        campaign.lost.clear();
        // What is still done for an earlier split is of no use.
        campaign.open.retain(|_, sent| !matches!(sent, Sent::Part { .. }));
        Ok(())
    }

    /// What the search of a part may use.
    pub(crate) fn part_bounds(&self, time: Duration) -> Bounds {
        let (memory, states) = (Some(self.options.memory), self.options.states);
        Bounds { time: Some(time), memory, states, depth: self.options.depth, ..Bounds::default() }
    }

    /// Sends what is to be done next.
    fn go_on(
        &self,
        whole: &mut Whole<'_>,
        campaign: &mut Campaign<'_>,
        searched: &mut Searched,
        left: Duration,
    ) -> Result<(), CheckError> {
        let wanted = (campaign.workers.len() * FOR_EACH).max(AT_FIRST);
        // Where states are counted, time decides nothing.
        while self.records && self.options.states.is_none() && campaign.producing() < wanted {
            let number = campaign.producers;
            campaign.producers += 1;
            let slice =
                (self.options.each / SLICE_SHARE).saturating_mul(2_u32.saturating_pow(number / PRODUCERS_ALIKE));
            let time = slice.min(self.options.each / 2).min(left);
            let seed = self.options.seed.wrapping_add(number.into());
            let walks = self.options.techniques.has(Technique::Walks);
            let run = (campaign.runs < MOST_RUNS && (number.is_multiple_of(4) || !walks)).then_some(campaign.runs);
            let (id, task) = match run {
                Some(run) => {
                    campaign.runs += 1;
                    (format!("record-{run}"), Task::Record { run })
                }
                None if walks => (format!("produce-{number}"), Task::Produce(Producer::nth(number))),
                None => break,
            };
            campaign.send(id, &Job { task, time, seed }, Sent::Production { run })?;
        }
        // Behind the first producers: there are many parts, and most are taken in turn.
        match campaign.parts.as_ref().map(Parts::conclude) {
            Some(Conclusion::SplitAgain) => self.split(whole, campaign, searched, left.min(self.options.each))?,
            Some(Conclusion::Open(numbers)) => {
                for number in numbers {
                    let is_sent = |sent: &Sent| matches!(sent, Sent::Part { number: other, .. } if *other == number);
                    if !campaign.lost.contains(&number) && !campaign.open.values().any(is_sent) {
                        self.send_part(campaign, number, 0, left)?;
                    }
                }
            }
            Some(Conclusion::Done) | None => {}
        }
        Ok(())
    }

    /// Sends a part of the search; `round` says how often it was tried.
    fn send_part(
        &self,
        campaign: &mut Campaign<'_>,
        number: usize,
        round: u32,
        left: Duration,
    ) -> Result<(), CheckError> {
        let Some(parts) = &campaign.parts else { return Ok(()) };
        let first = if self.records { self.options.each / SLICE_SHARE } else { self.options.each };
        let time = first.saturating_mul(PART_GROWTH.saturating_pow(round)).min(left);
        let part = parts.part(number);
        // The same part under the same assumptions has the same name, whoever sends it.
        let name = serde_json::to_string(&part).map(|text| Fnv64::of(text.as_bytes())).unwrap_or_default();
        let job = Job { task: Task::Part(Box::new(part)), time, seed: self.options.seed };
        let id = format!("part-{name:016x}-{round}");
        if campaign.searched.contains(&id) {
            // It was searched, and that was not enough.
            campaign.lost.insert(number);
            return Ok(());
        }
        campaign.send(id, &job, Sent::Part { number, round })
    }

    /// Takes in what came of a job.
    fn take_in_done(
        &self,
        sent: Sent,
        done: Done,
        whole: &mut Whole<'_>,
        campaign: &mut Campaign<'_>,
        left: Duration,
    ) -> Result<(), CheckError> {
        campaign.workers.insert(done.worker.clone());
        campaign.meant |= done.meant;
        campaign.seen.needs.extend(done.needs);
        campaign.seen.blind_spots.extend(done.blind_spots);
        campaign.seen.idle_pools.extend(done.idle_pools);
        campaign.met.extend(done.met);
        campaign.faults.extend(done.fault.clone());
        whole.effort += Effort { seconds: 0.0, ..done.effort };
        match sent {
            Sent::Pursuit { task, warning, round } => {
                let Some(at) = whole.findings.iter().position(|finding| finding.id == warning) else { return Ok(()) };
                let tried = !done.attempts.is_empty();
                whole.findings[at].attempts.extend(done.attempts);
                for claim in &done.claims {
                    self.take_in_pursuit(claim, at, whole)?;
                }
                let most = if campaign.is_exhausted() { ROUNDS_BESIDE_SEARCH } else { ROUNDS };
                // Where nothing could be tried, nothing can be tried next time.
                let goes_on = tried && done.fault.is_none() && round + 1 < most && left >= LEAST;
                if goes_on && is_open(&whole.findings[at]) {
                    let longer = (self.options.each / FIRST_SHARE).saturating_mul(2_u32.saturating_pow(round + 1));
                    let time = longer.min(left);
                    campaign.pursue(task, warning, round + 1, (time, self.options.seed))?;
                }
            }
            Sent::Production { run } => {
                for claim in &done.claims {
                    self.take_in_claim(claim, whole)?;
                }
                for warning in done.warnings {
                    self.take_in_warning(warning, run, whole, campaign)?;
                }
            }
            Sent::Part { number, round } => {
                let Some(report) = done.part else {
                    campaign.lost.insert(number);
                    return Ok(());
                };
                let late = report.coverage.bounds().contains(&Bound::Time);
                if let Some(parts) = &mut campaign.parts {
                    parts.take(number, report);
                }
                if late && left >= LEAST {
                    self.send_part(campaign, number, round + 1, left)?;
                }
            }
        }
        Ok(())
    }

    /// Replays a schedule that is said to prove a warning.
    fn take_in_pursuit(&self, claim: &Claim, at: usize, whole: &mut Whole<'_>) -> Result<(), CheckError> {
        if whole.findings[at].witness.is_some() {
            return Ok(());
        }
        let proof = match self.guest.adopt(&claim.schedule) {
            Some(schedule) => self.prover(whole.deadline).replay(&claim.goal, &schedule)?,
            None => None,
        };
        let finding = &mut whole.findings[at];
        match proof {
            // A true proof of something else does not prove this.
            Some(proof) if is_of(finding, &claim.goal) => {
                finding::witnessed(finding, proof, claim.technique);
                self.tell_finding(finding);
            }
            _ => {
                let (technique, outcome, effort) = (claim.technique, AttemptOutcome::ReplayFailed, Effort::default());
                finding.attempts.push(Attempt { technique, outcome, effort });
            }
        }
        Ok(())
    }

    /// Replays a schedule that is said to end in an error; whether it does.
    fn take_in_claim(&self, claim: &Claim, whole: &mut Whole<'_>) -> Result<bool, CheckError> {
        if whole.findings.iter().any(|known| finding::is_proof_of(known, &claim.goal)) {
            return Ok(true);
        }
        let Some(schedule) = self.guest.adopt(&claim.schedule) else { return Ok(false) };
        let Some(proof) = self.prover(whole.deadline).replay(&claim.goal, &schedule)? else { return Ok(false) };
        let Whole { findings, suppressions, .. } = whole;
        match findings.iter().position(|known| finding::is_about(known, &claim.goal)) {
            Some(at) if findings[at].suppressed_by.is_some() => {}
            Some(at) => {
                finding::witnessed(&mut findings[at], proof, claim.technique);
                self.tell_finding(&findings[at]);
            }
            None => {
                let mut new = finding::of_proof(&claim.goal, proof, claim.technique, Vec::new());
                finding::suppress(&mut new, suppressions);
                if !findings.iter().any(|known| known.id == new.id) {
                    self.tell_finding(&new);
                    findings.push(new);
                }
            }
        }
        Ok(true)
    }

    /// A warning of another run, or of Rabbit's: if it is new, it is pursued.
    fn take_in_warning(
        &self,
        mut warning: Warning,
        run: Option<u32>,
        whole: &mut Whole<'_>,
        campaign: &mut Campaign<'_>,
    ) -> Result<(), CheckError> {
        let id = finding::id_of(&warning.error);
        if !campaign.warned.insert(id.clone()) || whole.findings.iter().any(|known| known.id == id) {
            return Ok(());
        }
        let ownership = crate::ownership::Ownership::new(self.guest, &self.scope);
        let is_block = matches!(warning.error, PossibleError::Atomicity(_));
        if is_block && ownership.is_possible_in_library(&warning.error) {
            return Ok(());
        }
        whole.suppressions.apply(std::slice::from_mut(&mut warning));
        let goal = super::goal_of(&warning.error).by_name();
        if whole.findings.iter().any(|known| finding::is_about(known, &goal)) {
            return Ok(());
        }
        let suppressed = warning.suppressed_by.is_some();
        whole.findings.push(finding::of_warning(&warning, Pursued::default()));
        if suppressed {
            return Ok(());
        }
        let task = match run {
            Some(run) => Task::Pursue { run, warning: id.clone() },
            None => Task::Seek { goal },
        };
        campaign.pursue(task, id, 0, (self.options.each / FIRST_SHARE, self.options.seed))
    }

    /// What searches have met and no replay has proved: whatever else is said of it, it is not refuted.
    fn take_in_met(&self, whole: &mut Whole<'_>, campaign: &mut Campaign<'_>, searched: &mut Searched) {
        let mut unproved: BTreeMap<String, Finding> = BTreeMap::new();
        for Met { goal, finding } in std::mem::take(&mut campaign.met) {
            let about = |known: &Finding| {
                known.id == finding.id || goal.as_ref().is_some_and(|goal| finding::is_about(known, goal))
            };
            match whole.findings.iter().find(|known| about(known)) {
                Some(known) if known.witness.is_some() || known.suppressed_by.is_some() => {}
                Some(known) => drop(searched.met.insert(known.id.clone())),
                None => drop(unproved.insert(finding.id.clone(), finding)),
            }
        }
        whole.findings.extend(unproved.into_values());
    }
}

/// Whether a finding is what a goal is.
fn is_of(finding: &Finding, goal: &Goal) -> bool {
    match (goal, &finding.error) {
        (Goal::Atomicity(begins), FoundError::Atomicity { warning: Some(warning), .. }) => warning.begins == *begins,
        _ => finding::is_about(finding, goal),
    }
}
