//! From a warning to a schedule: the techniques, cheapest first.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use deadheat_analysis::{Deadlock, PossibleError, Race};
use deadheat_event::{Schedule, ThreadId};
use deadheat_machine::{Guest, Rng};
use deadheat_search::{Bounds, Search, property, strategy};

use super::chop::Chop;
use super::lost_signals::WaitSite;
use super::plan::follow_plan;
use super::prediction::Predictor;
use super::race_property::WantedRace;
use super::recording::Recording;
use crate::active::{
    AtomicityIntrusion, LockCycle, LostNotify, Order, RaceMeeting, Ranks, Rules, Target, active_testing,
};
use crate::error::CheckError;
use crate::goal::Goal;
use crate::options::CheckOptions;
use crate::race_pair::RacePair;
use crate::result::{Attempt, AttemptOutcome, Effort, Technique};
use crate::stage::Stage;

/// The most steps of one test run.
const TEST_STEPS: u64 = 2_000_000;

/// A test run that goes on for so many times the steps of the recorded one is going nowhere.
const TIMES_RECORDED: u64 = 4;

/// The shares of the time that is left: of each way to extend the recorded run, and of active testing. What comes first may not
/// eat it all.
const EXTENSION_SHARE: u32 = 6;
const PREDICTION_SHARE: u32 = 3;
const TESTING_SHARE: u32 = 2;

/// So many predicted schedules are tried for one warning, and so many steps are made to repair one.
const PLANS: usize = 12;
const REPAIR_STEPS: u64 = 20_000;

/// Test runs with dice: so many whatever they take, and more as long as they are short.
const RANDOM_TESTS: u64 = 24;
const MORE_TESTS: u64 = 400;

/// The steps after which there are no more of them.
const TESTS_STEPS: u64 = 200_000;

/// A schedule that reaches a goal, not yet replayed.
pub struct Candidate {
    /// The schedule.
    pub schedule: Schedule,
    /// The technique that found it.
    pub technique: Technique,
}

/// One warning being worked on.
pub struct Pursuer<'a, 'r, G: Guest> {
    /// The guest.
    pub guest: &'a G,
    /// The techniques allowed, and what they may spend.
    pub options: &'a CheckOptions,
    /// The run that warned.
    pub recording: &'a Recording,
    /// What can be predicted from it.
    pub predictor: &'a Predictor<'r>,
    /// When to give up.
    pub deadline: Instant,
    /// Set when the user wants an end.
    pub stop: Option<&'a AtomicBool>,
    /// What was tried.
    pub attempts: Vec<Attempt>,
}

type Tried = Result<Option<Candidate>, CheckError>;

/// Makes the target of a test run.
type MakeTarget<'x, M> = dyn Fn() -> Box<dyn Target<M> + 'x> + 'x;

impl<'a, G: Guest> Pursuer<'a, '_, G> {
    /// Tries all techniques.
    ///
    /// # Errors
    /// If the machine is at fault.
    pub fn pursue(&mut self, stage: &mut Stage<'_, G::Machine>, error: &PossibleError, goal: &Goal) -> Tried {
        let window = self.recording.dependency.extend(&error.threads());
        match (error, goal) {
            (PossibleError::Race(race), Goal::Race(pair)) => self.race(stage, race, pair, &window),
            (PossibleError::Deadlock(deadlock), _) => self.deadlock(stage, deadlock, &window),
            (PossibleError::Atomicity(atomicity), _) => {
                let plans = self.predictor.atomicity(atomicity);
                let found = self.predicted(stage, plans, &|| Box::new(AtomicityIntrusion::of(atomicity)), &window)?;
                if found.is_some() {
                    return Ok(found);
                }
                self.test(stage, &|| Box::new(AtomicityIntrusion::of(atomicity)), &window)
            }
            _ => Ok(None),
        }
    }

    /// Tries to reach a race of which only the places are known.
    ///
    /// # Errors
    /// If the machine is at fault.
    pub fn seek(&mut self, stage: &mut Stage<'_, G::Machine>, pair: &RacePair) -> Tried {
        let found = self.test(stage, &|| Box::new(RaceMeeting { pair, pauses: true }), &[])?;
        if found.is_some() || !self.options.techniques.has(Technique::Target) {
            return Ok(found);
        }
        self.search(stage, Technique::Target, |search| search.property(WantedRace(pair.clone())))
    }

    /// Tries to make a signal come too early.
    ///
    /// # Errors
    /// If the machine is at fault.
    pub fn lost_signal(&mut self, stage: &mut Stage<'_, G::Machine>, wait: &WaitSite) -> Tried {
        let window = self.recording.dependency.extend(&[wait.thread]);
        self.attempt(stage, Technique::ActiveTesting, 1, |this, stage| {
            for seed in [None, Some(this.options.seed)] {
                let order = match seed {
                    None => Order::recorded(&this.recording.schedule, 0),
                    Some(seed) => Order::Random(Rng::new(seed)),
                };
                stage.rewind();
                let (excluded, passes) = (&[], None);
                let rules = Rules { order, window: &window, excluded, passes, max_steps: this.test_steps() };
                if active_testing(stage, &mut LostNotify { wait }, rules)? {
                    return Ok(Some(stage.path().clone()));
                }
            }
            Ok(None)
        })
    }

    fn race(&mut self, stage: &mut Stage<'_, G::Machine>, race: &Race, pair: &RacePair, window: &[ThreadId]) -> Tried {
        let techniques = self.options.techniques;
        let sides = [&race.first, &race.second].map(|access| (access.thread.id, access.step));
        if techniques.has(Technique::Run) {
            for (_, step) in sides {
                let found = self.attempt(stage, Technique::Run, EXTENSION_SHARE, |this, stage| {
                    stage.rewind();
                    let there = stage.follow(&this.recording.schedule, step, None)?;
                    Ok((there && pair.find(&*stage.machine).is_some()).then(|| stage.path().clone()))
                })?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        let plans = self.predictor.race(race);
        let found = self.predicted(stage, plans, &|| Box::new(RaceMeeting { pair, pauses: true }), window)?;
        if found.is_some() {
            return Ok(found);
        }
        if techniques.has(Technique::Extension) {
            for (at, other_first) in [(0, true), (1, true), (0, false), (1, false)] {
                let ((held, step), (other, _)) = (sides[at], sides[1 - at]);
                let found = self.attempt(stage, Technique::Extension, EXTENSION_SHARE, |this, stage| {
                    let recorded = || Order::recorded(&this.recording.schedule, step);
                    let order = if other_first { Order::prefer(other) } else { recorded() };
                    this.extend(stage, pair, (held, step), order, window)
                })?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        let found = self.test(stage, &|| Box::new(RaceMeeting { pair, pauses: true }), window)?;
        if found.is_some() || !techniques.has(Technique::Target) {
            return Ok(found);
        }
        self.search_race(stage, pair, sides, window)
    }

    /// Follows predicted schedules. Where the program departs from one, active testing goes on from there.
    fn predicted<'x>(
        &mut self,
        stage: &mut Stage<'_, G::Machine>,
        plans: impl Iterator<Item = Schedule>,
        target: &MakeTarget<'x, G::Machine>,
        window: &[ThreadId],
    ) -> Tried {
        if !self.options.techniques.has(Technique::Prediction) {
            return Ok(None);
        }
        self.attempt(stage, Technique::Prediction, PREDICTION_SHARE, |this, stage| {
            for plan in plans.take(PLANS) {
                if stage.is_late() {
                    break;
                }
                stage.rewind();
                let mut target = target();
                follow_plan(stage, &plan, &mut *target)?;
                let last = plan.runs().last().map_or(ThreadId(0), |run| run.choice.thread());
                if target.reached(last, stage) {
                    return Ok(Some(stage.path().clone()));
                }
                let order = Order::recorded(&this.recording.schedule, plan.steps());
                let rules = Rules { order, window, excluded: &[], passes: None, max_steps: REPAIR_STEPS };
                if active_testing(stage, &mut *target, rules)? {
                    return Ok(Some(stage.path().clone()));
                }
            }
            Ok(None)
        })
    }

    /// Shacham 2004, Figure 2.9: holds a thread before its access and lets the others go on in some order.
    fn extend(
        &self,
        stage: &mut Stage<'_, G::Machine>,
        pair: &RacePair,
        (held, step): (ThreadId, u64),
        order: Order<'_>,
        window: &[ThreadId],
    ) -> Result<Option<Schedule>, CheckError> {
        stage.rewind();
        if !stage.follow(&self.recording.schedule, step, None)? {
            return Ok(None);
        }
        let excluded = [held];
        let rules = Rules { order, window, excluded: &excluded, passes: None, max_steps: self.test_steps() };
        let met = active_testing(stage, &mut RaceMeeting { pair, pauses: false }, rules)?;
        Ok(met.then(|| stage.path().clone()))
    }

    /// The most steps of one test run.
    fn test_steps(&self) -> u64 {
        (TIMES_RECORDED * self.recording.schedule.steps() + TESTS_STEPS / 10).min(TEST_STEPS)
    }

    /// Active testing: as recorded, then with dice.
    fn test<'x>(
        &mut self,
        stage: &mut Stage<'_, G::Machine>,
        target: &MakeTarget<'x, G::Machine>,
        window: &[ThreadId],
    ) -> Tried {
        if !self.options.techniques.has(Technique::ActiveTesting) {
            return Ok(None);
        }
        self.attempt(stage, Technique::ActiveTesting, TESTING_SHARE, |this, stage| {
            let enough = stage.steps + TESTS_STEPS;
            for round in 0..=MORE_TESTS {
                if stage.is_late() || (round > RANDOM_TESTS && stage.steps > enough) {
                    break;
                }
                let dice = || Rng::new(this.options.seed.wrapping_add(round));
                let order = match round {
                    0 => Order::recorded(&this.recording.schedule, 0),
                    odd if odd % 2 == 1 => Order::Random(dice()),
                    _ => Order::Ranked(Ranks::new(dice())),
                };
                let passes = (round % 8 > 4).then(|| (dice(), 1 << (round % 8 - 4)));
                // Now and then all threads take part: the window may be too small.
                let window = if round % 4 == 3 { &[] } else { window };
                stage.rewind();
                let rules = Rules { order, window, excluded: &[], passes, max_steps: this.test_steps() };
                if active_testing(stage, &mut *target(), rules)? {
                    return Ok(Some(stage.path().clone()));
                }
            }
            Ok(None)
        })
    }

    fn deadlock(&mut self, stage: &mut Stage<'_, G::Machine>, deadlock: &Deadlock, window: &[ThreadId]) -> Tried {
        let plans = self.predictor.deadlock(deadlock);
        let found = self.predicted(stage, plans, &|| Box::new(LockCycle::of(deadlock)), window)?;
        if found.is_some() {
            return Ok(found);
        }
        let found = self.test(stage, &|| Box::new(LockCycle::of(deadlock)), window)?;
        let techniques = self.options.techniques;
        if found.is_some() || !techniques.has(Technique::Target) {
            return Ok(found);
        }
        let threads: Vec<ThreadId> = deadlock.cycle.iter().map(|edge| edge.thread.id).collect();
        // Havelund 2000, §4: the window alone; then all threads, those of the cycle first.
        let frozen = techniques.has(Technique::Window).then(|| self.outside(window));
        for frozen in frozen.into_iter().chain([Vec::new()]) {
            let found = self.search(stage, Technique::Window, |search| {
                let search = search.property(property::Deadlock::default()).freeze(frozen.iter().copied());
                search.strategy(strategy::Guided::new(threads.clone()))
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The threads of the run that are not in the window.
    fn outside(&self, window: &[ThreadId]) -> Vec<ThreadId> {
        let all = self.recording.schedule.runs().iter().map(|run| run.choice.thread());
        let mut others: Vec<ThreadId> = all.filter(|thread| !window.contains(thread)).collect();
        others.sort_unstable();
        others.dedup();
        others
    }

    /// Shacham 2004, §2.6.3: from the state before the first access, for the second; then without the exclusion, from there and
    /// from ever earlier states.
    fn search_race(
        &mut self,
        stage: &mut Stage<'_, G::Machine>,
        pair: &RacePair,
        sides: [(ThreadId, u64); 2],
        window: &[ThreadId],
    ) -> Tried {
        let techniques = self.options.techniques;
        let [(first, step), (second, _)] = sides;
        let excluding = techniques.has(Technique::Exclusion).then_some((Some(first), step));
        let earlier = [step, step / 2, 0].map(|step| (None, step));
        let mut tries: Vec<(Option<ThreadId>, u64)> = excluding.into_iter().chain(earlier).collect();
        tries.dedup();
        for (excluded, step) in tries {
            stage.rewind();
            if !stage.follow(&self.recording.schedule, step, None)? {
                continue;
            }
            let from = stage.checkpoint();
            let chopping = techniques.has(Technique::Chopping);
            let chop = if chopping { Chop::new(pair, &*stage.machine, excluded) } else { None };
            let chop = chop.as_ref();
            let found = self.search(stage, Technique::Target, |search| {
                let search = search.from(from.state.clone(), from.path.clone()).property(WantedRace(pair.clone()));
                let search = search.freeze(excluded);
                let search = match chop {
                    Some(chop) => search.cut(|machine| chop.is_hopeless(machine)),
                    None => search,
                };
                if techniques.has(Technique::Hint) {
                    search.strategy(strategy::OneThreadFirst::new(second))
                } else {
                    search
                }
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        if !techniques.has(Technique::Window) {
            return Ok(None);
        }
        let others = self.outside(window);
        self.search(stage, Technique::Window, |search| {
            search.property(WantedRace(pair.clone())).freeze(others.iter().copied())
        })
    }

    /// A search on a machine of its own.
    fn search<'s>(
        &mut self,
        stage: &mut Stage<'_, G::Machine>,
        technique: Technique,
        build: impl Fn(Search<'s, G::Machine>) -> Search<'s, G::Machine>,
    ) -> Tried
    where
        'a: 's,
    {
        if stage.is_late() {
            return Ok(None);
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        let share = left / 3;
        if share < Duration::from_millis(20) {
            return Ok(None);
        }
        let memory = Some(self.options.memory / 4);
        let bounds = Bounds { time: Some(share), memory, states: self.options.states, ..Bounds::default() };
        let began = Instant::now();
        let mut search = build(Search::new(vec![self.guest.fork()?])).bounds(bounds).stop_at_first(true);
        if let Some(stop) = self.stop {
            search = search.stop_flag(stop);
        }
        let report = search.run()?;
        let found = report.counterexamples.first().map(|found| found.schedule.clone());
        let effort = Effort {
            seconds: began.elapsed().as_secs_f64(),
            steps: report.counts.steps,
            states: report.counts.states,
            memory: report.counts.visited_bytes + report.counts.frontier_bytes,
            runs: 0,
        };
        stage.rewind();
        Ok(self.note(technique, found, effort))
    }

    /// One try, in its share of the time that is left, with what it took.
    fn attempt(
        &mut self,
        stage: &mut Stage<'_, G::Machine>,
        technique: Technique,
        share: u32,
        tries: impl FnOnce(&Self, &mut Stage<'_, G::Machine>) -> Result<Option<Schedule>, CheckError>,
    ) -> Tried {
        if stage.is_late() {
            return Ok(None);
        }
        let (began, steps) = (Instant::now(), stage.steps);
        stage.until(began + self.deadline.saturating_duration_since(began) / share);
        let found = tries(self, stage)?;
        stage.until(self.deadline);
        let effort = Effort { seconds: began.elapsed().as_secs_f64(), steps: stage.steps - steps, ..Effort::default() };
        Ok(self.note(technique, found, effort))
    }

    /// Takes note of what became of a try.
    fn note(&mut self, technique: Technique, found: Option<Schedule>, effort: Effort) -> Option<Candidate> {
        let outcome = if found.is_some() { AttemptOutcome::Found } else { AttemptOutcome::NotFound };
        self.attempts.push(Attempt { technique, outcome, effort });
        found.map(|schedule| Candidate { schedule, technique })
    }
}
