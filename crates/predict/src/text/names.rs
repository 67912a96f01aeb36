//! What the numbers of a history stand for.

use crate::history::{Action, Condition, History, KnownValue, Label, Latch, Lock, Place, Semaphore, Thread, Variable};

macro_rules! names {
    ($($(#[$doc:meta])* $field:ident $one:ident $id:ident $letter:literal)*) => {
        /// The names of a trace: the number is the place in the list.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Names {
            $($(#[$doc])* pub $field: Vec<String>,)*
        }

        impl Names {
            $(
                /// Its name; a question mark if it has none.
                #[must_use]
                pub fn $one(&self, id: $id) -> &str {
                    self.$field.get(id.0 as usize).map_or("?", String::as_str)
                }
            )*

            /// Names made of the numbers: `T0`, `V1`.
            #[must_use]
            pub fn numbered(history: &History) -> Self {
                let counts = Counts::of(history);
                let numbered = |letter: &str, count: u32| (0..count).map(|at| format!("{letter}{at}")).collect();
                Self { $($field: numbered($letter, counts.$field),)* }
            }
        }

        /// How many of each kind a history has.
        #[derive(Default)]
        struct Counts {
            $($field: u32,)*
        }

        $(
            impl Count for $id {
                fn count(self, counts: &mut Counts) {
                    counts.$field = counts.$field.max(self.0 + 1);
                }
            }
        )*
    };
}

names! {
    /// Threads.
    threads thread Thread "T"
    /// Variables.
    variables variable Variable "V"
    /// Locks.
    locks lock Lock "L"
    /// Conditions.
    conditions condition Condition "C"
    /// Semaphores.
    semaphores semaphore Semaphore "S"
    /// Latches; a barrier's, one for each generation.
    latches latch Latch "G"
    /// Locations.
    places place Place "P"
    /// Blocks.
    blocks block Label "B"
    /// Values.
    values value KnownValue ""
}

trait Count {
    fn count(self, counts: &mut Counts);
}

impl Counts {
    fn of(history: &History) -> Self {
        let mut counts = Self { threads: history.thread_count() as u32, ..Self::default() };
        for bound in history.bounds() {
            bound.place.count(&mut counts);
            if let Some(label) = bound.label {
                label.count(&mut counts);
            }
        }
        for event in history.events() {
            event.place.count(&mut counts);
            if let Some(value) = event.value {
                value.count(&mut counts);
            }
            match event.action {
                Action::Read { variable, .. } | Action::Write { variable, .. } | Action::Update { variable } => {
                    variable.count(&mut counts);
                }
                Action::Acquire { lock, .. } | Action::Refused { lock, .. } | Action::Release { lock, .. } => {
                    lock.count(&mut counts);
                }
                Action::Wait { lock, condition } | Action::Wake { lock, condition, .. } => {
                    lock.count(&mut counts);
                    condition.count(&mut counts);
                }
                Action::Notify { condition, .. } => condition.count(&mut counts),
                Action::Up { semaphore, .. } | Action::Down { semaphore, .. } => semaphore.count(&mut counts),
                Action::CountDown(latch) | Action::Await(latch) => latch.count(&mut counts),
                // Threads are counted already.
                Action::Fork(_) | Action::Join(_) | Action::Unpark(_) | Action::Begin | Action::End | Action::Park => {}
            }
        }
        counts
    }
}
