//! From a warning to a schedule: the means, cheapest first.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use deadheat_analysis::{Deadlock, PossibleError, Race};
use deadheat_event::{Schedule, ThreadId};
use deadheat_machine::{Machine, Rng, StepError};
use deadheat_search::{Bounds, Search, SearchError, property, strategy};
use rustc_hash::FxHashMap;

use crate::aims::{Embrace, Intrude, Meet, Miss};
use crate::chop::Chop;
use crate::drive::{Aim, Order, Ranks, Rules, drive};
use crate::goal::Goal;
use crate::heat_property::SearchedHeat;
use crate::options::{Options, Stages};
use crate::race::Heat;
use crate::recording::Recording;
use crate::result::{Attempt, Effort, Means};
use crate::signals::Signal;
use crate::stage::Stage;

/// Steps of one drive.
const DRIVE_STEPS: u64 = 2_000_000;

/// Drives with dice: so many whatever they take, and more as long as they are short.
const RANDOM_DRIVES: u64 = 24;
const MORE_DRIVES: u64 = 400;

/// The steps after which there are no more drives.
const DRIVES_STEPS: u64 = 200_000;

/// A schedule that reaches a goal, not yet replayed.
pub struct Found {
    /// The schedule.
    pub schedule: Schedule,
    /// What found it.
    pub means: Means,
}

/// One warning being worked on.
pub struct Pursuer<'a, M: Machine> {
    /// The means allowed.
    pub options: &'a Options,
    /// The run that warned.
    pub recording: &'a Recording,
    /// In which step of it each event was.
    pub steps: &'a FxHashMap<u64, u64>,
    /// A new machine at the program's start.
    pub fresh: &'a (dyn Fn() -> Result<M, StepError> + Sync),
    /// When to give up.
    pub deadline: Instant,
    /// Set when the user wants an end.
    pub stop: Option<&'a AtomicBool>,
    /// What was tried.
    pub attempts: Vec<Attempt>,
}

type Tried = Result<Option<Found>, PursuitError>;

/// Why a pursuit could not go on.
#[derive(Debug, thiserror::Error)]
pub enum PursuitError {
    /// A step failed.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl<'a, M: Machine + Send> Pursuer<'a, M> {
    /// Tries all means.
    ///
    /// # Errors
    /// If the machine is at fault.
    pub fn pursue(&mut self, stage: &mut Stage<'_, M>, error: &PossibleError, goal: &Goal) -> Tried {
        let window = self.recording.dependency.extend(&error.threads());
        match (error, goal) {
            (PossibleError::Race(race), Goal::Race(heat)) => self.race(stage, race, heat, &window),
            (PossibleError::Deadlock(deadlock), _) => self.deadlock(stage, deadlock, &window),
            (PossibleError::Atomicity(atomicity), _) => {
                let aim = || Box::new(Intrude::of(atomicity)) as Box<dyn Aim<M> + '_>;
                self.drives(stage, &aim, &window)
            }
            _ => Ok(None),
        }
    }

    /// Tries to make a signal come too early.
    ///
    /// # Errors
    /// If the machine is at fault.
    pub fn signal(&mut self, stage: &mut Stage<'_, M>, signal: &Signal) -> Tried {
        let window = self.recording.dependency.extend(&[signal.thread]);
        self.attempt(stage, Means::Driving, |this, stage| {
            for prefer in [None, Some(this.options.seed)] {
                let order = match prefer {
                    None => Order::Recorded(&this.recording.schedule, 0),
                    Some(seed) => Order::Random(Rng::new(seed)),
                };
                stage.rewind();
                let (excluded, passes) = (&[], None);
                let rules = Rules { order, window: &window, excluded, passes, max_steps: DRIVE_STEPS };
                if drive(stage, &mut Miss { signal }, rules)? {
                    return Ok(Some(stage.path().clone()));
                }
            }
            Ok(None)
        })
    }

    fn race(&mut self, stage: &mut Stage<'_, M>, race: &Race, heat: &Heat, window: &[ThreadId]) -> Tried {
        let Stages { run, extension, driving, target, .. } = self.options.stages;
        let sides = [(race.first.thread.id, race.first.seq), (race.second.thread.id, race.second.seq)];
        let sides = sides.map(|(thread, seq)| (thread, self.steps.get(&seq).copied()));
        for (_, step) in sides.into_iter().filter(|_| run) {
            let Some(step) = step else { continue };
            let found = self.attempt(stage, Means::Run, |this, stage| {
                stage.rewind();
                let there = stage.follow(&this.recording.schedule, step)?;
                Ok((there && heat.find(&*stage.machine).is_some()).then(|| stage.path().clone()))
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        if extension {
            for at in 0..2 {
                let ((held, step), (other, _)) = (sides[at], sides[1 - at]);
                let Some(step) = step else { continue };
                let found = self.attempt(stage, Means::PrefixExtension, |this, stage| {
                    this.extend(stage, heat, step, held, other, window)
                })?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        if driving {
            let aim = || Box::new(Meet { heat, hold: true }) as Box<dyn Aim<M> + '_>;
            let found = self.drives(stage, &aim, window)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        if target {
            return self.search_race(stage, heat, sides, window);
        }
        Ok(None)
    }

    /// Seed 000, Figure 2.9: holds a thread before its access and lets the others go on as recorded, then the other thread first.
    fn extend(
        &self,
        stage: &mut Stage<'_, M>,
        heat: &Heat,
        step: u64,
        held: ThreadId,
        other: ThreadId,
        window: &[ThreadId],
    ) -> Result<Option<Schedule>, PursuitError> {
        stage.rewind();
        if !stage.follow(&self.recording.schedule, step)? {
            return Ok(None);
        }
        let place = stage.place();
        for order in [Order::Prefer(other), Order::Recorded(&self.recording.schedule, step)] {
            stage.go_to(&place);
            let excluded = [held];
            let rules = Rules { order, window, excluded: &excluded, passes: None, max_steps: DRIVE_STEPS };
            if drive(stage, &mut Meet { heat, hold: false }, rules)? {
                return Ok(Some(stage.path().clone()));
            }
        }
        Ok(None)
    }

    /// Drives as recorded, then with dice.
    fn drives<'x>(
        &mut self,
        stage: &mut Stage<'_, M>,
        aim: &dyn Fn() -> Box<dyn Aim<M> + 'x>,
        window: &[ThreadId],
    ) -> Tried {
        if !self.options.stages.driving {
            return Ok(None);
        }
        self.attempt(stage, Means::Driving, |this, stage| {
            let enough = stage.steps + DRIVES_STEPS;
            for round in 0..=MORE_DRIVES {
                if stage.is_late() || (round > RANDOM_DRIVES && stage.steps > enough) {
                    break;
                }
                let dice = || Rng::new(this.options.seed.wrapping_add(round));
                let order = match round {
                    0 => Order::Recorded(&this.recording.schedule, 0),
                    odd if odd % 2 == 1 => Order::Random(dice()),
                    _ => Order::Ranked(Ranks::new(dice())),
                };
                let passes = (round % 8 > 4).then(|| (dice(), 1 << (round % 8 - 4)));
                // Now and then everybody takes part: the window may be too small.
                let window = if round % 4 == 3 { &[] } else { window };
                stage.rewind();
                let rules = Rules { order, window, excluded: &[], passes, max_steps: DRIVE_STEPS };
                if drive(stage, &mut *aim(), rules)? {
                    return Ok(Some(stage.path().clone()));
                }
            }
            Ok(None)
        })
    }

    fn deadlock(&mut self, stage: &mut Stage<'_, M>, deadlock: &Deadlock, window: &[ThreadId]) -> Tried {
        let aim = || Box::new(Embrace::of(deadlock)) as Box<dyn Aim<M> + '_>;
        let found = self.drives(stage, &aim, window)?;
        if found.is_some() || !self.options.stages.target {
            return Ok(found);
        }
        let threads: Vec<ThreadId> = deadlock.cycle.iter().map(|edge| edge.thread.id).collect();
        // Seed 004, §4: the window alone; then everybody, the circle's threads first.
        let frozen = self.options.stages.window.then(|| self.outside(window));
        for frozen in frozen.into_iter().chain([Vec::new()]) {
            let found = self.search(stage, Means::Window, |search| {
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

    /// Seed 000, §2.4.3: from the state before the first access, for the second; then without the exclusion, from there and
    /// from ever earlier states.
    fn search_race(
        &mut self,
        stage: &mut Stage<'_, M>,
        heat: &Heat,
        sides: [(ThreadId, Option<u64>); 2],
        window: &[ThreadId],
    ) -> Tried {
        let Stages { exclusion, hint, chopping, window: freezes, .. } = self.options.stages;
        let [(first, step), (second, _)] = sides;
        let tries = step.into_iter().flat_map(|step| {
            let earlier = [step, step / 2, 0];
            let excluding = exclusion.then_some((Some(first), step));
            excluding.into_iter().chain(earlier.map(|step| (None, step)))
        });
        let mut tries: Vec<(Option<ThreadId>, u64)> = tries.collect();
        tries.dedup();
        for (excluded, step) in tries {
            stage.rewind();
            if !stage.follow(&self.recording.schedule, step)? {
                continue;
            }
            let place = stage.place();
            let chop = if chopping { Chop::new(heat, &*stage.machine, excluded) } else { None };
            let chop = chop.as_ref();
            let found = self.search(stage, Means::TargetSearch, |search| {
                let search = search.from(place.state.clone(), place.path.clone()).property(SearchedHeat(heat.clone()));
                let search = search.freeze(excluded);
                let search = match chop {
                    Some(chop) => search.cut(|machine| chop.is_hopeless(machine)),
                    None => search,
                };
                if hint { search.strategy(strategy::Target::new(second)) } else { search }
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        if !freezes {
            return Ok(None);
        }
        let others = self.outside(window);
        self.search(stage, Means::Window, |search| {
            search.property(SearchedHeat(heat.clone())).freeze(others.iter().copied())
        })
    }

    /// A search on a machine of its own.
    fn search<'s>(
        &mut self,
        stage: &mut Stage<'_, M>,
        means: Means,
        build: impl Fn(Search<'s, M>) -> Search<'s, M>,
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
        let bounds = Bounds { time: Some(share), memory: Some(self.options.memory / 4), ..Bounds::default() };
        let began = Instant::now();
        let mut search = build(Search::new(vec![(self.fresh)()?])).bounds(bounds).stop_at_first(true);
        if let Some(stop) = self.stop {
            search = search.stop_flag(stop);
        }
        let report = search.run()?;
        let found = report.findings.first().map(|finding| finding.schedule.clone());
        let effort = Effort {
            seconds: began.elapsed().as_secs_f64(),
            steps: report.counts.steps,
            states: report.counts.states,
            memory: report.counts.visited_bytes + report.counts.frontier_bytes,
            runs: 0,
        };
        stage.rewind();
        let outcome = if found.is_some() { "found" } else { "not found" };
        self.attempts.push(Attempt { means, outcome: outcome.to_owned(), effort });
        Ok(found.map(|schedule| Found { schedule, means }))
    }

    /// One try, with what it took.
    fn attempt(
        &mut self,
        stage: &mut Stage<'_, M>,
        means: Means,
        tries: impl FnOnce(&Self, &mut Stage<'_, M>) -> Result<Option<Schedule>, PursuitError>,
    ) -> Tried {
        if stage.is_late() {
            return Ok(None);
        }
        let (began, steps) = (Instant::now(), stage.steps);
        let found = tries(self, stage)?;
        let effort = Effort { seconds: began.elapsed().as_secs_f64(), steps: stage.steps - steps, ..Effort::default() };
        let outcome = if found.is_some() { "found" } else { "not found" };
        self.attempts.push(Attempt { means, outcome: outcome.to_owned(), effort });
        Ok(found.map(|schedule| Found { schedule, means }))
    }
}
