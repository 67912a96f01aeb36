//! How a state was reached: the choices, and the copies of the process on the way.

use std::sync::{Arc, Mutex, PoisonError};

use deadheat_native_runtime::protocol::Run;

use crate::process::{Process, ProcessError};

/// A state on a path: what was chosen last, and the path before that.
pub struct Path {
    parent: Option<Arc<Path>>,
    run: Run,
    /// Steps from the nearest state that has a process.
    distance: u64,
    /// A copy of the process that stands here, for as long as it is kept.
    process: Mutex<Option<Process>>,
}

impl Path {
    /// The program's start, where this process stands.
    #[must_use]
    pub fn root(process: Process) -> Arc<Self> {
        let process = Mutex::new(Some(process));
        Arc::new(Self { parent: None, run: Run::default(), distance: 0, process })
    }

    /// The state that a run of choices leads to.
    #[must_use]
    pub fn then(self: &Arc<Self>, run: Run) -> Arc<Self> {
        let distance = if self.has_process() { 0 } else { self.distance } + run.steps;
        Arc::new(Self { parent: Some(self.clone()), run, distance, process: Mutex::new(None) })
    }

    fn process(&self) -> std::sync::MutexGuard<'_, Option<Process>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_process(&self) -> bool {
        self.process().is_some()
    }

    /// Steps from the nearest state that has a process.
    #[must_use]
    pub fn distance(&self) -> u64 {
        if self.has_process() { 0 } else { self.distance }
    }

    /// Keeps a copy of the process that stands here.
    pub fn keep(&self, process: Process) {
        *self.process() = Some(process);
    }

    /// The nearest state on the way here that has a process, and the runs of choices that lead from there to here.
    #[must_use]
    pub fn nearest(self: &Arc<Self>) -> (Arc<Self>, Vec<Run>) {
        let mut runs = Vec::new();
        let mut at = self;
        // The root keeps its process.
        while !at.has_process()
            && let Some(parent) = &at.parent
        {
            runs.push(at.run);
            at = parent;
        }
        runs.reverse();
        (at.clone(), runs)
    }

    /// A copy of the process that stands here.
    ///
    /// # Errors
    /// If none can be made.
    pub fn copy(&self) -> Result<Process, ProcessError> {
        self.process().as_ref().ok_or(ProcessError::NoSlot)?.copy()
    }
}

/// Long paths are dropped one state at a time, not each inside the next.
impl Drop for Path {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(mut path) = next.and_then(Arc::into_inner) {
            next = path.parent.take();
        }
    }
}
