//! Records and objects in memory.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::names::check_key;
use crate::{Change, Digest, Store, SwarmError};

/// Records and objects in memory.
#[derive(Default)]
pub(super) struct MemoryStore {
    records: Mutex<Records>,
    /// A record was written.
    written: Condvar,
    objects: Mutex<HashMap<Digest, Vec<u8>>>,
}

#[derive(Default)]
struct Records {
    /// The revision at which each record was last written, and its value.
    by_key: HashMap<String, (u64, Vec<u8>)>,
    /// The same records by those revisions.
    by_revision: BTreeMap<u64, String>,
    /// The last one that was given.
    revision: u64,
}

impl Records {
    fn write(&mut self, key: &str, value: &[u8]) {
        self.remove(key);
        self.revision += 1;
        self.by_key.insert(key.to_owned(), (self.revision, value.to_vec()));
        self.by_revision.insert(self.revision, key.to_owned());
    }

    fn remove(&mut self, key: &str) {
        if let Some((revision, _)) = self.by_key.remove(key) {
            self.by_revision.remove(&revision);
        }
    }

    fn changes(&self, prefix: &str, revision: u64) -> Vec<Change> {
        let later = self.by_revision.range(revision.saturating_add(1)..);
        let below = later.filter(|(_, key)| key.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('.')));
        below.map(|(&revision, key)| Change { revision, key: key.clone(), value: self.by_key[key].1.clone() }).collect()
    }
}

impl MemoryStore {
    pub(super) fn forget(&self) {
        let mut records = crate::lock(&self.records);
        // Revisions go on: whoever follows the changes must see the new ones.
        *records = Records { revision: records.revision, ..Records::default() };
        crate::lock(&self.objects).clear();
    }
}

impl Store for MemoryStore {
    fn write(&self, key: &str, value: &[u8]) -> Result<(), SwarmError> {
        check_key("record", key)?;
        crate::lock(&self.records).write(key, value);
        self.written.notify_all();
        Ok(())
    }

    fn create(&self, key: &str, value: &[u8]) -> Result<bool, SwarmError> {
        check_key("record", key)?;
        let mut records = crate::lock(&self.records);
        if records.by_key.contains_key(key) {
            return Ok(false);
        }
        records.write(key, value);
        self.written.notify_all();
        Ok(true)
    }

    fn read(&self, key: &str) -> Result<Option<Vec<u8>>, SwarmError> {
        check_key("record", key)?;
        Ok(crate::lock(&self.records).by_key.get(key).map(|(_, value)| value.clone()))
    }

    fn changes(&self, prefix: &str, revision: u64, wait: Duration) -> Result<Vec<Change>, SwarmError> {
        check_key("prefix", prefix)?;
        let deadline = crate::moment(wait);
        let mut records = crate::lock(&self.records);
        loop {
            let changes = records.changes(prefix, revision);
            let now = Instant::now();
            if !changes.is_empty() || now >= deadline {
                return Ok(changes);
            }
            records = self.written.wait_timeout(records, deadline - now).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn remove(&self, key: &str) -> Result<(), SwarmError> {
        check_key("record", key)?;
        crate::lock(&self.records).remove(key);
        Ok(())
    }

    fn put_object(&self, content: &[u8]) -> Result<Digest, SwarmError> {
        let name = Digest::of(content);
        crate::lock(&self.objects).entry(name).or_insert_with(|| content.to_vec());
        Ok(name)
    }

    fn object(&self, name: &Digest) -> Result<Option<Vec<u8>>, SwarmError> {
        Ok(crate::lock(&self.objects).get(name).cloned())
    }
}
