//! The bytes that snapshots and paths take, counted by each worker on a sheet of its own: they change with every state, and workers that
//! count on one sheet wait for each other's caches.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::own_line::OwnLine;
use crate::shared::lock;

/// What one worker has counted.
#[derive(Debug, Default)]
pub struct Sheet(OwnLine<AtomicU64>);

impl Sheet {
    /// So many bytes more.
    pub fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    /// So many bytes that were added are free again.
    pub fn give_back(&self, bytes: u64) {
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// All sheets.
#[derive(Default)]
pub struct Account(Mutex<Vec<Arc<Sheet>>>);

impl Account {
    /// A sheet for one more worker.
    pub fn open(&self) -> Arc<Sheet> {
        let sheet = Arc::new(Sheet::default());
        lock(&self.0).push(sheet.clone());
        sheet
    }

    /// The bytes on all sheets.
    pub fn bytes(&self) -> u64 {
        lock(&self.0).iter().map(|sheet| sheet.0.load(Ordering::Relaxed)).sum()
    }
}
