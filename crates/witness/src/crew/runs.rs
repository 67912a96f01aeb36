//! Recorded runs, and what can be predicted from them, made when they are first asked for.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::check::prediction::Predictor;
use crate::check::recording::Recording;
use crate::error::CheckError;

/// No run has a higher number.
pub const MOST_RUNS: usize = 10_240;

/// Recorded runs, by number.
pub struct Runs<'r> {
    recorded: Recorded<'r>,
    predictors: Vec<OnceLock<Predictor<'r>>>,
    making: Mutex<()>,
}

enum Recorded<'r> {
    /// There are these, and no others.
    Given(&'r [Recording]),
    /// They are made when they are asked for.
    Made(&'r [OnceLock<Recording>]),
}

impl<'r> Runs<'r> {
    /// These runs, and no others.
    #[must_use]
    pub fn given(recordings: &'r [Recording]) -> Self {
        Self::of(Recorded::Given(recordings), recordings.len())
    }

    /// Runs that are made when they are asked for, and then kept in these places.
    #[must_use]
    pub fn kept_in(places: &'r [OnceLock<Recording>]) -> Self {
        Self::of(Recorded::Made(places), places.len())
    }

    fn of(recorded: Recorded<'r>, count: usize) -> Self {
        let predictors = (0..count).map(|_| OnceLock::new()).collect();
        Self { recorded, predictors, making: Mutex::new(()) }
    }

    /// A run; `record` makes it, where it is not there and can be.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn get(
        &self,
        run: u32,
        record: impl FnOnce() -> Result<Recording, CheckError>,
    ) -> Result<Option<(&'r Recording, &Predictor<'r>)>, CheckError> {
        let at = run as usize;
        let recording = match self.recorded {
            Recorded::Given(recordings) => recordings.get(at),
            Recorded::Made(places) => match places.get(at) {
                None => None,
                Some(place) => {
                    // One makes it, the others wait for it.
                    let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
                    if place.get().is_none() {
                        let _ = place.set(record()?);
                    }
                    place.get()
                }
            },
        };
        let Some(recording) = recording else { return Ok(None) };
        Ok(Some((recording, self.predictors[at].get_or_init(|| recording.predictor()))))
    }
}
