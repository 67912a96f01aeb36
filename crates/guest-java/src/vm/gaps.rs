//! Native methods that guests ask for and that are not there.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Native methods that are missing, by name. Copies share what they hold: several machines run one guest.
#[derive(Clone, Debug, Default)]
pub struct MissingNatives(Arc<Mutex<BTreeSet<String>>>);

impl MissingNatives {
    /// Notes one.
    pub(crate) fn add(&self, name: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name);
    }

    /// All that were asked for, in the order of their names: which machine asked first may differ from run to run.
    pub fn names(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
