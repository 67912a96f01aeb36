//! The dead heat of a warning, as something that a search looks for.

use deadheat_event::ErrorKind;
use deadheat_search::Violation;
use deadheat_search::property::{Property, StateView};

use crate::race_pair::RacePair;

/// Looks for a dead heat that proves a warning.
pub struct WantedRace(pub RacePair);

impl Property for WantedRace {
    fn step(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
        self.look(view, violations);
    }

    fn state(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
        self.look(view, violations);
    }
}

impl WantedRace {
    fn look(&self, view: &StateView<'_>, violations: &mut Vec<Violation>) {
        if let Some(threads) = self.0.find_among(view.threads, view.context) {
            violations.push(Violation::new(ErrorKind::Target, threads.to_vec(), &[], ()));
        }
    }
}
