//! Answers that are kept.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

/// Answers by their questions.
#[derive(Debug)]
pub(super) struct Cache<K, V>(Mutex<FxHashMap<K, V>>);

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// What was found out before, or is found out now: without the lock, because finding it out may ask further.
    pub(super) fn get(&self, key: K, find: impl FnOnce() -> V) -> V {
        if let Some(value) = self.locked().get(&key) {
            return value.clone();
        }
        let value = find();
        self.locked().entry(key).or_insert(value).clone()
    }

    fn locked(&self) -> MutexGuard<'_, FxHashMap<K, V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
