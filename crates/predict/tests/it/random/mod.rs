//! Random small histories, each of a number.
//!
//! A generator runs threads that do at each step something that is possible now, so whatever comes out is a trace that could have been recorded.
//! It keeps account of locks, notifications and permits itself and insists that [`HistoryBuilder`] agrees. It likes to stay with one
//! thread for a while and to take a second lock while it holds one: that is where deadlocks come from that did not happen.

mod actions;
mod blocks;
mod minimise;

pub use blocks::with_blocks;
use deadheat_predict::Action;
use deadheat_predict::history::{
    Condition, Event, History, HistoryBuilder, KnownValue, Lock, Mode, Place, Semaphore, Thread,
};
pub use minimise::{minimise, show};

/// No history has more events.
pub const MOST_EVENTS: usize = 14;

/// So many histories each property is tried on.
pub const HISTORIES: u64 = if cfg!(debug_assertions) { 10_000 } else { 100_000 };

/// Random numbers: xorshift64*, which is enough here and the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds are to have nothing in common, and the state must not be 0.
        Self((seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    /// A number below this one.
    pub fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end)) as u32
    }

    /// Whether it happens, with this many of a hundred.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of them.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}

/// Which kinds of operations a history may have. Plain accesses, exclusive locks, forks and joins it may always have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kinds {
    pub shared_locks: bool,
    pub refusals: bool,
    pub conditions: bool,
    pub semaphores: bool,
    pub latches: bool,
    pub parking: bool,
    pub volatiles: bool,
    pub updates: bool,
    pub values: bool,
}

impl Kinds {
    /// Some of them.
    fn some(random: &mut Random) -> Self {
        Self {
            shared_locks: random.chance(30),
            refusals: random.chance(20),
            conditions: random.chance(40),
            semaphores: random.chance(20),
            latches: random.chance(20),
            parking: random.chance(20),
            volatiles: random.chance(40),
            updates: random.chance(25),
            values: random.chance(40),
        }
    }

    /// How many kinds of signals there are.
    fn signals(self) -> usize {
        [self.conditions, self.semaphores, self.latches, self.parking].iter().filter(|there| **there).count()
    }

    /// Drops a kind of signals, rather not the one that has the most to get wrong.
    fn drop_a_signal(&mut self, random: &mut Random) {
        let choices: &[u32] = if random.chance(80) { &[0, 1, 2] } else { &[3] };
        match random.pick(choices) {
            0 => self.semaphores = false,
            1 => self.latches = false,
            2 => self.parking = false,
            _ => self.conditions = false,
        }
    }
}

/// What threads are about, most of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// Nothing in particular.
    Mixed,
    /// Locks inside locks.
    Nesting,
    /// One kind of signals, between many threads.
    Signals,
}

/// A history of some kinds of operations.
pub fn history(seed: u64) -> History {
    let mut random = Random::new(seed);
    let kinds = Kinds::some(&mut random);
    Generator::new(random, kinds).run()
}

/// A history of these kinds of operations.
pub fn history_of(seed: u64, kinds: Kinds) -> History {
    Generator::new(Random::new(seed), kinds).run()
}

/// A thread of the generator's.
#[derive(Clone, Debug, Default)]
struct Actor {
    forked: bool,
    over: bool,
    held: Vec<(Lock, Mode)>,
    /// Whether it has begun to give its locks back.
    closing: bool,
    /// How many events it has done.
    done: u32,
    waits: Option<(Lock, Condition)>,
    notified: bool,
    /// Whether it has ever come back from a wait.
    woke: bool,
    permit: bool,
}

/// Makes one history.
struct Generator {
    random: Random,
    kinds: Kinds,
    builder: HistoryBuilder,
    actors: Vec<Actor>,
    /// What each variable holds.
    variables: Vec<u32>,
    locks: u32,
    mood: Mood,
    /// How many permits the semaphore has.
    permits: u32,
    /// How many different places there are; none: as many as events.
    places: Option<u32>,
}

impl Generator {
    fn new(mut random: Random, mut kinds: Kinds) -> Self {
        let signals = kinds.signals() > 0;
        let moods = [Mood::Mixed, Mood::Nesting, if signals { Mood::Signals } else { Mood::Nesting }];
        let mood = random.pick(&moods);
        let (threads, locks, variables) = match mood {
            Mood::Mixed => (random.pick(&[2, 2, 3, 4]), random.pick(&[1, 2, 3]), random.pick(&[1, 2, 3])),
            Mood::Nesting => (random.pick(&[2, 2, 2, 3]), random.pick(&[2, 2, 3]), random.pick(&[1, 2, 2, 3])),
            Mood::Signals => (random.pick(&[2, 3, 3, 3, 4]), 1, 1),
        };
        if mood == Mood::Signals {
            while kinds.signals() > 1 {
                kinds.drop_a_signal(&mut random);
            }
        }
        let all_there = random.chance(if mood == Mood::Signals { 90 } else { 60 });
        let actors = (0..threads).map(|at| Actor { forked: at == 0 || all_there, ..Actor::default() }).collect();
        let variables = vec![0; variables];
        let permits = random.below(3);
        let places = random.chance(30).then_some(6);
        let mut builder = HistoryBuilder::default();
        if kinds.semaphores {
            builder.permits(Semaphore(0), permits.into());
        }
        Self { random, kinds, builder, actors, variables, locks, mood, permits, places }
    }

    fn run(mut self) -> History {
        let events = self.random.pick(&[6, 8, 10, 12, 13, MOST_EVENTS, MOST_EVENTS, MOST_EVENTS]);
        let mut thread = Thread(0);
        let mut stuck = 0;
        while self.builder.len() < events && stuck < 200 {
            let leaves = match (self.actors[thread.at()].held.is_empty(), self.mood) {
                (true, _) => 60,
                (false, Mood::Nesting) => 8,
                (false, _) => 25,
            };
            if self.builder.is_empty() || stuck > 0 || self.random.chance(leaves) {
                let threads = self.actors.len() as u32;
                thread = Thread((thread.0 + 1 + self.random.below(threads - 1)) % threads);
            }
            let choices = self.possible(thread);
            let total = choices.iter().map(|(weight, _)| weight).sum();
            if total == 0 {
                stuck += 1;
                continue;
            }
            stuck = 0;
            let mut at = self.random.below(total);
            let chosen = choices.iter().find(|(weight, _)| {
                let here = at < *weight;
                at = at.saturating_sub(*weight);
                here
            });
            let (_, action) = *chosen.expect("the weights sum up to more");
            self.perform(thread, action);
        }
        self.builder.finish()
    }

    fn perform(&mut self, thread: Thread, action: Action) {
        self.apply(thread, action);
        let accessed = action.access().map(|(variable, _)| self.variables[variable.at()]);
        let value = accessed.filter(|_| self.kinds.values && self.random.chance(70)).map(KnownValue);
        let place = match self.places {
            Some(places) => self.random.below(places),
            None => self.builder.len() as u32,
        };
        let counts = self.builder.push(Event { thread, place: Place(place), action, value });
        assert_eq!(
            counts,
            Ok(true),
            "the builder refuses {thread} {action:?} after\n{}",
            show(&self.builder.clone().finish())
        );
    }
}
