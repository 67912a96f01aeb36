//! What a guest needs and its machines do not have: gaps of deadheat's, never errors of the guest's.
//!
//! A guest notices a gap as an exception (`UnsatisfiedLinkError`, a refused connection). What follows from it is no property of
//! the program, so a run in which a thread dies of a gap ends there ([`Limit::Needs`](crate::Limit::Needs)), and no search that has met a gap
//! is complete.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

/// What kind of thing is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NeedKind {
    /// A function of the platform that is not written in the guest's language.
    NativeMethod,
    /// A function of the system's libraries, in a native program.
    Function,
    /// A library of native code.
    NativeLibrary,
    /// Other computers.
    Network,
    /// Other processes.
    Processes,
    /// A file that it may not read.
    File,
    /// A class that a class loader or an agent gives by the order of threads: all paths share the one that was met first.
    ClassByOrder,
}

/// Something that a guest needs and its machines do not have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    /// What kind of thing it is.
    pub kind: NeedKind,
    /// Which one: the method, the function, the library, the file, or the class; empty where there is only one.
    pub name: String,
    /// Whether a thread died for want of it. The guest did without it otherwise.
    pub fatal: bool,
}

/// The needs that machines of one guest have met. Copies share what they hold.
#[derive(Clone, Debug, Default)]
pub struct Needs(Arc<Mutex<BTreeMap<(NeedKind, String), bool>>>);

impl Needs {
    /// Notes that the guest has asked for something.
    pub fn add(&self, kind: NeedKind, name: String) {
        self.lock().entry((kind, name)).or_default();
    }

    /// Notes that a thread died for want of something.
    pub fn add_fatal(&self, kind: NeedKind, name: String) {
        self.lock().insert((kind, name), true);
    }

    /// Forgets all but these.
    pub fn replace(&self, needs: &[Need]) {
        *self.lock() = needs.iter().map(|need| ((need.kind, need.name.clone()), need.fatal)).collect();
    }

    /// All needs, in the order of their names: which machine asked first may differ from run to run.
    #[must_use]
    pub fn list(&self) -> Vec<Need> {
        let need =
            |(key, fatal): (&(NeedKind, String), &bool)| Need { kind: key.0, name: key.1.clone(), fatal: *fatal };
        self.lock().iter().map(need).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(NeedKind, String), bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
