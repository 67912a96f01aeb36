//! All analyses at once, over the events of one run.

mod plain;

use deadheat_event::{
    Access, AccessKind, CodeOwner, Context, Done, Event, EventKind, Location, Mark, ObjectId, Observer, ThreadId, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use self::plain::Presents;
use crate::access::NewAccess;
use crate::atomizer::{Atomizer, BlockContext, Heuristic};
use crate::dependency::Dependency;
use crate::eraser::{AccessContext, Eraser, EraserMode, Refinement};
use crate::frames::LockRole;
use crate::happens_before::HappensBefore;
use crate::likeness::Likenesses;
use crate::lock_tree::LockTree;
use crate::memory::{Lookers, Memory};
use crate::order::{Edges, SyncOrder};
use crate::races::Races;
use crate::repeats::{LastTouch, Lookup, Repeats};
use crate::scope::Scope;
use crate::segments::Segments;
use crate::stack_table::StackId;
use crate::states::Numbered;
use crate::threads::{LockChange, Threads};
use crate::warning::{PossibleError, Warning};

/// Which analyses, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnalysisOptions {
    /// Races by lock sets.
    pub eraser: Option<EraserMode>,
    /// Races of the run itself.
    pub happens_before: bool,
    /// Deadlocks by lock order.
    pub lock_tree: bool,
    /// Broken atomicity.
    pub atomizer: Option<Heuristic>,
    /// Which thread depends on which.
    pub dependency: bool,
    /// The variable whose candidate sets are logged, by name.
    pub explain: Option<String>,
}

impl AnalysisOptions {
    /// All analyses, as they are used by default.
    #[must_use]
    pub fn all() -> Self {
        Self {
            eraser: Some(EraserMode::Hybrid),
            happens_before: true,
            lock_tree: true,
            atomizer: Some(Heuristic::Synchronized),
            dependency: true,
            explain: None,
        }
    }

    /// No analysis.
    #[must_use]
    pub fn none() -> Self {
        let (eraser, atomizer, explain) = (None, None, None);
        Self { eraser, happens_before: false, lock_tree: false, atomizer, dependency: false, explain }
    }

    /// Whether there is anything to do.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.eraser.is_none() && !self.happens_before && !self.lock_tree && self.atomizer.is_none() && !self.dependency
    }
}

/// The analyses of a run.
#[derive(Debug)]
pub struct Analyses {
    threads: Threads,
    scope: Scope,
    races: Races,
    eraser: Option<(Eraser, SyncOrder)>,
    happens_before: Option<(HappensBefore, SyncOrder)>,
    lock_tree: Option<LockTree>,
    memory: Memory,
    segments: Segments,
    optimistic: FxHashMap<ThreadId, Vec<NewAccess>>,
    atomizer: Option<Atomizer>,
    /// Whether the lock sets are there for the atomizer's sake only.
    silent_races: bool,
    /// What was found among objects that are gone.
    settled: Vec<(PossibleError, u64)>,
    /// Which thread depends on which.
    pub dependency: Option<Dependency>,
    repeats: Repeats,
    likenesses: Likenesses,
    presents: Presents,
    /// With so many objects it is time to ask which of them are out of reach.
    survey_at: usize,
}

/// With fewer objects nobody asks which of them are out of reach.
const FEW_OBJECTS: usize = 1 << 16;

/// What the memory of the analyses holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Shared locations that are watched.
    pub locations: usize,
    /// Bytes that all analyses keep for them.
    pub bytes: usize,
}

impl Analyses {
    /// Analyses as the options say. `scope` says which parts of the program are of interest.
    #[must_use]
    pub fn new(options: &AnalysisOptions, scope: Scope) -> Self {
        // Reduction asks lock sets which accesses race.
        let silent_races = options.eraser.is_none() && options.atomizer.is_some();
        let mode = options.eraser.or(silent_races.then_some(EraserMode::Hybrid));
        Self {
            threads: Threads::default(),
            scope,
            races: Races::default(),
            eraser: mode.map(|mode| {
                let edges = if mode == EraserMode::Suspicious { Edges::StartJoin } else { Edges::HandOver };
                (Eraser::new(mode, options.explain.clone()), SyncOrder::new(edges))
            }),
            happens_before: options.happens_before.then(|| (HappensBefore::default(), SyncOrder::new(Edges::All))),
            lock_tree: options.lock_tree.then(LockTree::default),
            memory: Memory::default(),
            segments: Segments::default(),
            optimistic: FxHashMap::default(),
            atomizer: options.atomizer.map(Atomizer::new),
            silent_races,
            settled: Vec::new(),
            dependency: options.dependency.then(Dependency::default),
            repeats: Repeats::default(),
            likenesses: Likenesses::default(),
            presents: Presents::default(),
            survey_at: 0,
        }
    }

    /// The warnings so far. Can be asked at any time, as for a program that never ends.
    pub fn warnings(&mut self, context: &dyn Context) -> Vec<Warning> {
        let unsettled = self.unsettled(context);
        let windows = self.dependency.as_ref().map(Dependency::windows);
        let mut warnings = self.races();
        for (error, count) in self.settled.clone().into_iter().chain(unsettled) {
            match warnings.iter_mut().find(|known| known.error.is_same(&error)) {
                Some(known) => known.count = known.count.max(count),
                None => warnings.push(Warning { error, count, window: Vec::new(), suppressed_by: None }),
            }
        }
        for warning in &mut warnings {
            warning.window =
                windows.as_ref().map(|windows| windows.extend(&warning.error.threads())).unwrap_or_default();
        }
        warnings
    }

    /// Races are kept when they are found.
    fn races(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let looked = self.happens_before.is_some();
        for (race, count) in &self.races.list {
            if self.silent_races && race.happened.is_none() {
                continue;
            }
            let mut race = race.clone();
            race.happened = race.happened.or(looked.then_some(false));
            let (error, count) = (PossibleError::Race(race), *count);
            warnings.push(Warning { error, count, window: Vec::new(), suppressed_by: None });
        }
        warnings
    }

    /// Deadlocks and broken blocks among the objects that are there.
    fn unsettled(&mut self, context: &dyn Context) -> Vec<(PossibleError, u64)> {
        self.forget_repeats();
        let Self { threads, scope, races, .. } = self;
        let scope = &*scope;
        let mut found = Vec::new();
        if let Some(tree) = &self.lock_tree {
            for (deadlock, count) in tree.cycles(&self.segments, scope, threads, context) {
                found.push((PossibleError::Deadlock(deadlock), count));
            }
        }
        if let Some(atomizer) = &self.atomizer {
            let mut around =
                BlockContext { threads, segments: &mut self.segments, scope, memory: &self.memory, context };
            for (atomicity, count) in atomizer.broken(&races.racy, &mut around) {
                found.push((PossibleError::Atomicity(atomicity), count));
            }
        }
        found
    }

    /// Objects are about to go, and their ids will name others: what there is to say of them is settled now.
    fn collect(&mut self, context: &dyn Context) {
        for (error, count) in self.unsettled(context) {
            match self.settled.iter_mut().find(|(known, _)| known.is_same(&error)) {
                Some((_, known)) => *known = count.max(*known),
                None => self.settled.push((error, count)),
            }
        }
        let stays = |object| context.survives(object);
        self.memory.retain(&stays);
        if let Some((eraser, order)) = &mut self.eraser {
            eraser.retain(&stays);
            order.retain(&stays);
        }
        if let Some((analysis, order)) = &mut self.happens_before {
            analysis.retain(&stays);
            order.retain(&stays);
        }
        self.lock_tree.iter_mut().for_each(|tree| tree.retain(&stays));
        self.atomizer.iter_mut().for_each(|atomizer| atomizer.retain(&stays));
        self.dependency.iter_mut().for_each(|dependency| dependency.retain(&stays));
        self.races.racy.retain(|location| location.object().is_none_or(stays));
        self.survey_at = self.objects() * 2;
    }

    /// How many objects are known.
    fn objects(&self) -> usize {
        let handed_over = self.eraser.as_ref().map_or(0, |(eraser, _)| eraser.handed_over());
        let depended_on = self.dependency.as_ref().map_or(0, Dependency::len);
        self.memory.objects().max(handed_over).max(depended_on)
    }

    /// All accesses are looked at from here on, also those that repeat earlier ones.
    fn forget_repeats(&mut self) {
        let Self { repeats, atomizer, memory, .. } = self;
        repeats.forget(|touch| tell_touch(&touch, atomizer.as_mut(), memory));
    }

    /// Whether the access repeats one that was looked at. Then only blocks have to know of it. This is asked of every access.
    #[inline]
    fn is_repeated(&mut self, event: &Event, lookup: &Lookup, writes: bool, context: &dyn Context) -> bool {
        if !self.repeats.is_repeated(event, lookup, writes) {
            return false;
        }
        self.threads.is_like_before();
        if is_reference(event) {
            self.hand_over_again(event, lookup, writes);
        }
        if self.atomizer.as_ref().is_some_and(|atomizer| atomizer.is_in_block(event.thread))
            && let Some(access) = event.access()
        {
            self.note_step(event, access, context);
        }
        true
    }

    /// A reference is stored again, or loaded.
    fn hand_over_again(&mut self, event: &Event, lookup: &Lookup, writes: bool) {
        if writes {
            return self.hand_over(event);
        }
        let Self { repeats, eraser: Some((eraser, order)), .. } = self else { return };
        let Some(loaded) = repeats.loaded(lookup) else { return };
        if *loaded != eraser.handed_over_version() {
            eraser.hand_over(event, order);
            *loaded = eraser.handed_over_version();
        }
    }

    /// An access comes that repeats none.
    #[inline]
    fn repeats_are_over(&mut self, event: &Event, lookup: &Lookup) {
        let Self { repeats, atomizer, memory, .. } = self;
        repeats.is_over(event, lookup, |touch| tell_touch(&touch, atomizer.as_mut(), memory));
    }

    /// References stored and loaded hand objects over. The thread is at another moment when it has stored one.
    fn hand_over(&mut self, event: &Event) {
        if let Some((eraser, order)) = &mut self.eraser {
            eraser.hand_over(event, order);
        }
        if event.access().is_some_and(|access| access.writes) && is_reference(event) {
            self.repeats.moves_on(event.thread);
        }
    }

    /// Takes note of an event that was looked at: whether accesses of its thread can repeat it, or earlier ones.
    #[inline]
    fn note_repeats(&mut self, event: &Event) {
        let plain = event.access().filter(|access| access.kind == AccessKind::Plain);
        if let Some(access) = plain {
            return self.note_access(event, access);
        }
        self.repeats.moves_on(event.thread);
        if let Some(Done::Start { thread: child }) = event.done() {
            self.repeats.moves_on(*child);
        }
    }

    /// The same for a plain access.
    #[inline]
    fn note_access(&mut self, event: &Event, access: Access) {
        let thread = event.thread;
        if access.writes && is_reference(event) {
            self.repeats.moves_on(thread);
            return;
        }
        if !self.repeats.is_noting() {
            return;
        }
        let is_racy = self.races.has(access.location);
        let is_put_off = self.optimistic.contains_key(&thread);
        if is_racy || is_put_off || !self.threads.get(thread).initialising().is_empty() {
            self.repeats.must_be_looked_at(access.location);
        } else {
            self.repeats.looked_at(event, access);
        }
    }

    /// The changes of candidate sets that the user asked for.
    #[must_use]
    pub fn refinements(&self) -> &[Refinement] {
        self.eraser.as_ref().map_or(&[], |(eraser, _)| &eraser.log)
    }

    /// What the analyses keep in memory.
    #[must_use]
    pub fn size(&self) -> Size {
        let eraser = self.eraser.as_ref().map_or((0, 0), |(eraser, _)| eraser.size());
        let happens_before = self.happens_before.as_ref().map_or((0, 0), |(analysis, _)| analysis.size());
        let (variables, bytes) = self.memory.size();
        Size { locations: variables + eraser.0.max(happens_before.0), bytes: bytes + eraser.1 + happens_before.1 }
    }

    /// What the lock of an event is to the program.
    fn lock_role(&mut self, event: &Event, context: &dyn Context) -> LockRole {
        let stack = self.threads.stack(event.thread, context);
        self.threads.stacks.lock_role(stack, context)
    }
}

impl Observer for Analyses {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let (location, writes) = match &event.kind {
            EventKind::Did(Done::Read { location, .. }) => (location, false),
            EventKind::Did(Done::Write { location, .. }) => (location, true),
            EventKind::Did(Done::Update { location, wrote, .. }) => (location, *wrote),
            _ => return self.any_event(event, context),
        };
        let lookup = Lookup::of(location);
        if !self.is_repeated(event, &lookup, writes, context) {
            self.new_access(event, &lookup, context);
        }
    }

    fn wants_survey(&self) -> bool {
        self.objects() > self.survey_at.max(FEW_OBJECTS)
    }

    /// Objects that are out of reach are touched no more: what is kept for their next access goes. What blocks touched stays, and so do lock trees: they are
    /// judged together, in the end or when their objects go.
    fn survey(&mut self, lives: &dyn Fn(ObjectId) -> bool) {
        // Reads that were put off may still have to be looked at.
        let put_off = self.optimistic.values().flatten().filter_map(|access| access.location.object());
        let put_off: FxHashSet<ObjectId> = put_off.collect();
        let lives: &dyn Fn(ObjectId) -> bool = &|object| lives(object) || put_off.contains(&object);
        let judged = self.atomizer.as_ref().map(Atomizer::objects).unwrap_or_default();
        let stays = |object| lives(object) || judged.contains(&object);
        self.memory.retain(&stays);
        if let Some((eraser, order)) = &mut self.eraser {
            eraser.retain(lives);
            order.retain(lives);
        }
        if let Some((analysis, order)) = &mut self.happens_before {
            analysis.retain(lives);
            order.retain(lives);
        }
        self.atomizer.iter_mut().for_each(|atomizer| atomizer.forget_others(&stays));
        self.dependency.iter_mut().for_each(|dependency| dependency.retain(lives));
        self.races.racy.retain(|location| location.object().is_none_or(stays));
        self.survey_at = self.objects() * 2;
    }
}

/// Each event goes to all who look at it.
impl Analyses {
    /// Any event.
    #[inline(never)]
    fn any_event(&mut self, event: &Event, context: &dyn Context) {
        let change = self.threads.event(event, context);
        if event.kind == EventKind::Noted(Mark::Collect) {
            self.collect(context);
            return;
        }
        let lock_role = match change {
            LockChange::None => LockRole::Own,
            _ => self.lock_role(event, context),
        };
        if let EventKind::Noted(Mark::Reuse(object)) = event.kind {
            self.repeats.begins_anew();
            self.memory.forget(object);
            self.eraser.iter_mut().for_each(|(eraser, _)| eraser.forget(object));
            self.happens_before.iter_mut().for_each(|(analysis, _)| analysis.forget(object));
            self.atomizer.iter_mut().for_each(|atomizer| atomizer.forget(object));
        }
        if let Some((_, order)) = &mut self.eraser {
            order.event(event, change, lock_role, context);
        }
        if let Some((_, order)) = &mut self.happens_before {
            order.event(event, change, lock_role, context);
        }
        if let EventKind::Did(Done::Start { .. }) | EventKind::Noted(Mark::InitEnd(_)) = event.kind {
            self.presents.are_over();
        }
        self.segments.event(event, context);
        self.look(event, context);
        if event.access().is_some() {
            self.hand_over(event);
        }
        if let Some(tree) = &mut self.lock_tree {
            tree.event(event, &mut self.segments, &mut self.threads);
        }
        if let Some(atomizer) = &mut self.atomizer {
            let Self { threads, segments, scope, memory, .. } = self;
            atomizer.event(event, change, &mut BlockContext { threads, segments, scope, memory, context });
        }
        if let Some(dependency) = &mut self.dependency {
            dependency.event(event);
        }
        self.note_repeats(event);
    }
}

/// An access was repeated, which is told when it is no more.
fn tell_touch(touch: &LastTouch, atomizer: Option<&mut Atomizer>, memory: &mut Memory) {
    match touch.location {
        Location::Bytes { .. } => atomizer.into_iter().for_each(|atomizer| atomizer.touched(touch)),
        _ => memory.touched(touch),
    }
}

/// Whether an access stores or loads a reference.
fn is_reference(event: &Event) -> bool {
    let value = match event.done() {
        Some(Done::Read { value, .. } | Done::Write { value, .. }) => value,
        _ => return false,
    };
    matches!(value, Some(Value::Ref(Some(_))))
}

/// Initialisers that run once (for Java: JLS 12.4.2). The lock of an initialiser orders what it does before all that uses what it
/// initialises: its own globals, and the objects that it makes. Those accesses are left out, because a machine does not show
/// each look at whether an initialiser is over. All else that an initialiser touches was there before, and races like any other access: the
/// globals of others, and objects that were seen outside of it.
impl Analyses {
    /// Whether the access is a part of what an initialiser initialises.
    fn is_part_of_initialisation(&mut self, access: &NewAccess, context: &dyn Context) -> bool {
        let initialising = self.threads.get(access.thread).initialising();
        if initialising.is_empty() {
            return false;
        }
        let location = access.location;
        if let Location::Global { .. } = location {
            let [_, owner] = context.initialised(access.site, Some(location));
            return owner.is_some_and(|owner| initialising.contains(&owner));
        }
        let eraser = self.eraser.as_ref().is_some_and(|(eraser, _)| eraser.knows(location));
        let happens_before = self.happens_before.as_ref().is_some_and(|(analysis, _)| analysis.knows(location));
        !eraser && !happens_before && !self.memory.knows(location)
    }
}

/// Optimistic reads without a lock (`StampedLock`, sequence locks): what is read may be wrong, and is thrown away when the
/// validation fails. So the reads are put off until the validation, and then forgotten. A thread that does anything else first has
/// not validated them.
impl Analyses {
    fn put_off(&mut self, mut access: NewAccess, context: &dyn Context) {
        access.stack(&mut self.threads, context);
        self.optimistic.entry(access.thread).or_default().push(access);
    }

    fn end_optimistic(&mut self, event: &Event, context: &dyn Context) {
        match event.kind {
            EventKind::Did(Done::TryAcquire { acquired: false, .. }) => match context.owner(event.site) {
                CodeOwner::OptimisticBegin => {
                    self.look_again(event.thread, context);
                    self.optimistic.insert(event.thread, Vec::new());
                }
                CodeOwner::OptimisticValidate => {
                    self.optimistic.remove(&event.thread);
                }
                _ => {}
            },
            EventKind::Did(Done::Acquire { .. } | Done::End | Done::Wait { .. }) => {
                self.look_again(event.thread, context);
            }
            _ => {}
        }
    }

    /// The reads that were put off count after all.
    fn look_again(&mut self, thread: ThreadId, context: &dyn Context) {
        if self.optimistic.is_empty() {
            return;
        }
        for access in self.optimistic.remove(&thread).into_iter().flatten() {
            self.access(access, Looks { races: true, uses: false }, context);
        }
    }
}

/// Who looks at an access.
#[derive(Clone, Copy)]
struct Looks {
    /// Those who look for races.
    races: bool,
    /// Reduction.
    uses: bool,
}

impl Analyses {
    /// Takes note of an access to a variable in the block that the thread is in, if it is in one.
    #[inline]
    fn note_step(&mut self, event: &Event, access: Access, context: &dyn Context) {
        let Self { atomizer, threads, segments, scope, memory, .. } = self;
        if let Some(atomizer) = atomizer.as_mut().filter(|atomizer| atomizer.is_in_block(event.thread)) {
            atomizer.access(event, access, &mut BlockContext { threads, segments, scope, memory, context });
        }
    }

    /// Looks at the access that the event is, if it is one.
    fn look(&mut self, event: &Event, context: &dyn Context) {
        let Some(access) = event.access() else { return self.end_optimistic(event, context) };
        let access = NewAccess::of(event, access, &mut self.threads);
        let is_quiet = self.threads.get(event.thread).is_quiet();
        let races =
            !is_quiet && !context.is_benign(access.location) && !self.is_part_of_initialisation(&access, context);
        let is_put_off = races && !access.writes && self.optimistic.contains_key(&event.thread);
        if is_put_off {
            self.put_off(access, context);
        } else if races {
            self.look_again(event.thread, context);
        }
        self.access(access, Looks { races: races && !is_put_off, uses: true }, context);
    }

    /// Looks at an access.
    #[inline]
    fn access(&mut self, mut access: NewAccess, looks: Looks, context: &dyn Context) -> Option<(Numbered, StackId)> {
        let Self { threads, scope, races, memory, segments, .. } = self;
        let mut around = AccessContext { threads, scope, races, context };
        if let Location::Bytes { .. } = access.location {
            if let Some((eraser, order)) = self.eraser.as_mut().filter(|_| looks.races) {
                eraser.access(&mut access, order, &mut around);
            }
            if let Some((analysis, order)) = self.happens_before.as_mut().filter(|_| looks.races) {
                analysis.access(&mut access, order, &mut around);
            }
            return None;
        }
        let lookers = Lookers {
            eraser: self.eraser.as_mut().filter(|_| looks.races),
            happens_before: self.happens_before.as_mut().filter(|_| looks.races).map(|(_, order)| order),
            segment: self.atomizer.as_ref().filter(|_| looks.uses).map(|_| segments.current(access.thread)),
        };
        memory.access(&mut access, lookers, &mut around)
    }
}
