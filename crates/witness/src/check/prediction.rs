//! Prediction: a warning's schedule, computed from the recorded run.
//!
//! The engines of `deadheat-predict` give reorderings of the run's events; here they become schedules. A reordering keeps what threads
//! read, as far as it must: first all of it, then what was read of synchronising variables, then nothing. The more freely, the more is found, and the more often a
//! program does not follow; that costs a short run, and nothing is reported that was not replayed.

use std::sync::OnceLock;

use deadheat_analysis::{Atomicity, CycleEdge, Deadlock, Race};
use deadheat_event::{Choice, Schedule, SiteId, ThreadId};
use deadheat_predict::history::{Lock, Place, Thread, Variable};
use deadheat_predict::search::{Effort, Moves};
use deadheat_predict::sections::Sections;
use deadheat_predict::{
    EventId, History, Maximal, Order, PredictedError, ReadsFrom, RecordedHistory, Reordering, SyncPreserving,
};
use rustc_hash::FxHashMap;

/// How freely reads are treated, one after the other.
const FREEDOM: [ReadsFrom; 3] = [ReadsFrom::Kept, ReadsFrom::KeptIfSynchronised, ReadsFrom::Free];

/// So many decisions a search for an order may take. What leads to an error is no longer than the run, so that a few times its events are enough.
const DECISIONS: usize = 200_000;
const TIMES_EVENTS: usize = 3;

/// So many operations that may come between are tried for one block.
const INTRUSIONS: usize = 4;

/// So many pairs of threads are tried for one race.
const THREAD_PAIRS: usize = 16;

/// Predicts from one recorded run; what that takes is made when it is first asked for.
pub struct Predictor<'r> {
    recorded: &'r RecordedHistory,
    schedule: &'r Schedule,
    engines: [OnceLock<SyncPreserving<'r>>; FREEDOM.len()],
    searches: [OnceLock<Maximal<'r>>; FREEDOM.len()],
    by_place: OnceLock<FxHashMap<Place, Vec<EventId>>>,
    sections: OnceLock<Sections>,
}

impl<'r> Predictor<'r> {
    /// A predictor for this run.
    #[must_use]
    pub fn new(recorded: &'r RecordedHistory, schedule: &'r Schedule) -> Self {
        Self {
            recorded,
            schedule,
            engines: Default::default(),
            searches: Default::default(),
            by_place: OnceLock::new(),
            sections: OnceLock::new(),
        }
    }

    /// Schedules that may lead to a dead heat of the two accesses, the surest first.
    pub fn race(&self, race: &Race) -> impl Iterator<Item = Schedule> {
        let sides = [&race.first, &race.second].map(|side| self.event(side.thread.id, side.step, side.site));
        let (lists, errors) = match sides {
            [Some(first), Some(second)] => {
                (self.accesses_like([first, second]), vec![PredictedError::Race([first, second])])
            }
            _ => (Vec::new(), Vec::new()),
        };
        let kept = self.engines().flat_map(move |engine| {
            let found: Vec<_> = lists.iter().filter_map(|[a, b]| engine.race_between(a, b)).collect();
            found.into_iter().map(|reordering| self.plan(&reordering))
        });
        kept.chain(self.searched(errors))
    }

    /// Schedules that may lead to a deadlock, the surest first.
    pub fn deadlock(&self, deadlock: &Deadlock) -> impl Iterator<Item = Schedule> {
        let lists = self.requests_like(&deadlock.cycle).unwrap_or_default();
        // The first of each, and the last of each: in between there is nothing new, most often.
        let ends = [<[EventId]>::first, <[EventId]>::last];
        let cycles = ends.map(|end| lists.iter().map(|list| end(list).copied()).collect::<Option<Vec<EventId>>>());
        let errors = cycles.into_iter().flatten().filter(|cycle| !cycle.is_empty()).map(PredictedError::Deadlock);
        let errors: Vec<PredictedError> = errors.collect();
        let kept = self.engines().filter_map(move |engine| {
            let lists: Vec<&[EventId]> = lists.iter().map(Vec::as_slice).collect();
            let found = if lists.is_empty() { None } else { engine.deadlock_between(&lists) };
            found.map(|reordering| self.plan(&reordering))
        });
        kept.chain(self.searched(errors))
    }

    /// Schedules in which a thread is stopped inside a block, and another one has come between.
    pub fn atomicity(&self, atomicity: &Atomicity) -> impl Iterator<Item = Schedule> {
        let conflict = &atomicity.conflict;
        let ends = [&conflict.before, &conflict.after].map(|end| self.event(atomicity.thread.id, end.step, end.site));
        let errors = match ends {
            [Some(before), Some(after)] => self.intrusions(Thread(atomicity.intruder.id.0), before, after),
            _ => Vec::new(),
        };
        self.searched(errors)
    }

    /// What the other thread does to what the block touches, at most so often.
    fn intrusions(&self, intruder: Thread, before: EventId, after: EventId) -> Vec<PredictedError> {
        let history = self.history();
        if intruder.at() >= history.thread_count() {
            return Vec::new();
        }
        let ends = [before, after].map(|end| history.event(end).action.access());
        let conflicts = |event: &&EventId| {
            let theirs = history.event(**event).action.access();
            let meets = |ours: &Option<(Variable, bool)>| {
                theirs.zip(*ours).is_some_and(|(theirs, ours)| theirs.0 == ours.0 && (theirs.1 || ours.1))
            };
            ends.iter().any(meets)
        };
        let sections = self.sections();
        let guards = sections.held_over(history, before, after);
        // What has the block's lock comes before the block or after it, and there may be much of it before what does come between.
        let is_kept_out = |event: &&EventId| sections.is_kept_out(history, **event, &guards);
        let intrusions = history.of_thread(intruder).iter().filter(conflicts).filter(|event| !is_kept_out(event));
        intrusions
            .take(INTRUSIONS)
            .map(|between| PredictedError::Atomicity { before, between: *between, after })
            .collect()
    }

    fn sections(&self) -> &Sections {
        self.sections.get_or_init(|| Sections::new(self.history()))
    }

    /// Schedules of orders that are searched for: sections may come in another order than in the run.
    fn searched(&self, errors: Vec<PredictedError>) -> impl Iterator<Item = Schedule> {
        let history = self.history();
        let effort = Effort { decisions: DECISIONS, events: TIMES_EVENTS * history.events().len() };
        let searches = self.searches.iter().zip(FREEDOM);
        searches.flat_map(move |(search, reads)| {
            let search = search.get_or_init(|| Maximal::new(history, reads));
            let found: Vec<_> =
                errors.iter().filter_map(|error| search.lead_to(error.clone(), Moves::Demanded, effort)).collect();
            found.into_iter().map(|reordering| self.plan(&reordering))
        })
    }

    fn history(&self) -> &'r History {
        &self.recorded.history
    }

    fn engines(&self) -> impl Iterator<Item = &SyncPreserving<'r>> {
        let history = self.history();
        self.engines
            .iter()
            .zip(FREEDOM)
            .map(move |(engine, reads)| engine.get_or_init(|| SyncPreserving::new(history, reads)))
    }

    fn at_place(&self, place: Place) -> &[EventId] {
        let index = self.by_place.get_or_init(|| {
            let mut index: FxHashMap<Place, Vec<EventId>> = FxHashMap::default();
            for (id, event) in self.history().numbered() {
                index.entry(event.place).or_default().push(id);
            }
            index
        });
        index.get(&place).map_or(&[], Vec::as_slice)
    }

    /// The event of a step that is at this site.
    fn event(&self, thread: ThreadId, step: u64, site: SiteId) -> Option<EventId> {
        let (first, place) = (self.recorded.at_step(step)?, self.recorded.place(site)?);
        let here = |id: &EventId| self.recorded.step(*id) == step;
        let all = (first.0..self.history().events().len() as u32).map(EventId).take_while(here);
        let fits = |id: &EventId| {
            let event = self.history().event(*id);
            event.thread == Thread(thread.0) && event.place == place
        };
        all.into_iter().find(fits)
    }

    /// All accesses at the places of these two, on the same variable: those of their two threads first, then those of others.
    fn accesses_like(&self, [first, second]: [EventId; 2]) -> Vec<[Vec<EventId>; 2]> {
        let history = self.history();
        let variable = history.event(first).action.access().map(|(variable, _)| variable);
        let sides = [first, second].map(|side| {
            let mut by_thread: Vec<(Thread, Vec<EventId>)> = Vec::new();
            for id in self.at_place(history.event(side).place) {
                let event = history.event(*id);
                if event.action.access().map(|(variable, _)| variable) != variable {
                    continue;
                }
                match by_thread.iter_mut().find(|(thread, _)| *thread == event.thread) {
                    Some((_, events)) => events.push(*id),
                    None => by_thread.push((event.thread, vec![*id])),
                }
            }
            // The warning's own thread first.
            by_thread.sort_by_key(|(thread, _)| *thread != history.event(side).thread);
            by_thread
        });
        let [firsts, seconds] = &sides;
        let pairs = firsts.iter().flat_map(|(thread, mine)| {
            let others = seconds.iter().filter(move |(other, _)| other != thread);
            others.map(move |(_, theirs)| [mine.clone(), theirs.clone()])
        });
        pairs.take(THREAD_PAIRS).collect()
    }

    /// For each thread of the cycle all requests that are like its own: the same place, the same lock, with the same one held.
    fn requests_like(&self, cycle: &[CycleEdge]) -> Option<Vec<Vec<EventId>>> {
        let history = self.history();
        let requests: Option<Vec<(EventId, Lock)>> = cycle
            .iter()
            .map(|edge| {
                let event = self.event(edge.thread.id, edge.step, edge.site)?;
                Some((event, history.event(event).action.takes()?.0))
            })
            .collect();
        let requests = requests?;
        let like = |at: usize| {
            let (request, wants) = requests[at];
            // The one before in the cycle waits for what this one holds.
            let holds = requests[(at + requests.len() - 1) % requests.len()].1;
            let own = history.event(request);
            let fits = |id: &&EventId| {
                let event = history.event(**id);
                let wants_it = event.action.takes().is_some_and(|(lock, _)| lock == wants);
                event.thread == own.thread && wants_it && self.holds(**id, holds)
            };
            self.at_place(own.place).iter().filter(fits).copied().collect()
        };
        Some((0..requests.len()).map(like).collect())
    }

    /// Whether the event's thread holds the lock before it.
    fn holds(&self, event: EventId, lock: Lock) -> bool {
        self.sections().open_before(self.history(), event).any(|section| section.lock == lock)
    }

    /// The schedule that follows a reordering: that of the run, with each thread stopped before the first event that is left out.
    fn plan(&self, reordering: &Reordering) -> Schedule {
        match &reordering.order {
            Order::AsRecorded(cut) => {
                let stop = |thread: ThreadId| self.stop(Thread(thread.0), |thread| cut.of(thread));
                let (mut plan, mut step) = (Schedule::new(), 0);
                for run in self.schedule.runs() {
                    plan.push(run.choice, run.count.min(stop(run.choice.thread()).saturating_sub(step)));
                    step += run.count;
                }
                plan
            }
            Order::Given(events) => self.plan_in_order(events),
            Order::Behind(..) => self.plan_in_order(&reordering.events(self.history())),
        }
    }

    /// The step before which a thread stops that takes so many of its events.
    fn stop(&self, thread: Thread, taken: impl Fn(Thread) -> u32) -> u64 {
        if thread.at() >= self.history().thread_count() {
            return u64::MAX;
        }
        let next = self.history().of_thread(thread).get(taken(thread) as usize);
        next.map_or(u64::MAX, |next| self.recorded.step(*next))
    }

    /// The steps of the run in the order of these events, each with the steps of its thread before it.
    fn plan_in_order(&self, events: &[EventId]) -> Schedule {
        let mut of_threads: FxHashMap<Thread, std::collections::VecDeque<(u64, Choice)>> = FxHashMap::default();
        for (step, choice) in self.schedule.choices().enumerate() {
            of_threads.entry(Thread(choice.thread().0)).or_default().push_back((step as u64, choice));
        }
        let mut taken = vec![0; self.history().thread_count()];
        let mut plan = Schedule::new();
        let mut go = |thread: Thread, until: u64| {
            let steps = of_threads.entry(thread).or_default();
            while let Some((_, choice)) = steps.pop_front_if(|(step, _)| *step < until) {
                plan.push(choice, 1);
            }
        };
        for event in events {
            let thread = self.history().event(*event).thread;
            taken[thread.at()] += 1;
            go(thread, self.recorded.step(*event) + 1);
        }
        // What comes before the next event can be noticed by nobody.
        for thread in self.history().threads().filter(|thread| taken[thread.at()] > 0) {
            go(thread, self.stop(thread, |thread| taken[thread.at()]));
        }
        plan
    }
}
