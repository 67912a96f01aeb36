//! The dead heat of a warning, as something that a search looks for.

use deadheat_event::ErrorKind;
use deadheat_search::Violation;
use deadheat_search::property::{Property, View};

use crate::race_pair::RacePair;

/// Looks for a dead heat that proves a warning.
pub struct WantedRace(pub RacePair);

impl Property for WantedRace {
    fn step(&self, view: &View<'_>, violations: &mut Vec<Violation>) {
        self.look(view, violations);
    }

    fn state(&self, view: &View<'_>, violations: &mut Vec<Violation>) {
        self.look(view, violations);
    }
}

impl WantedRace {
    fn look(&self, view: &View<'_>, violations: &mut Vec<Violation>) {
        if let Some(threads) = self.0.find_among(view.threads, view.context) {
            violations.push(Violation::new(ErrorKind::Target, threads.to_vec(), &[], ()));
        }
    }
}
