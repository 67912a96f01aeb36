//! A dead heat of a warning, as something that a search looks for.

use deadheat_event::{SiteId, ThreadId};
use deadheat_search::property::{Property, Symptom, View, is_heat};
use deadheat_search::{Kind, Standing};

use crate::race::Heat;

/// Looks for a dead heat that proves a warning.
pub struct SearchedHeat(pub Heat);

impl Property for SearchedHeat {
    fn step(&self, view: &View<'_>, symptoms: &mut Vec<Symptom>) {
        self.look(view, symptoms);
    }

    fn state(&self, view: &View<'_>, symptoms: &mut Vec<Symptom>) {
        self.look(view, symptoms);
    }

    fn describe(&self, _: &Symptom, _: &View<'_>) -> String {
        "the dead heat looked for".to_owned()
    }
}

impl SearchedHeat {
    fn look(&self, view: &View<'_>, symptoms: &mut Vec<Symptom>) {
        let sides: Vec<&Standing> = view.standings.iter().filter(|s| self.0.is_side(&s.pending)).collect();
        for (at, one) in sides.iter().enumerate() {
            for other in &sides[at + 1..] {
                let (Some(first), Some(second)) = (one.pending.kind.access(), other.pending.kind.access()) else {
                    continue;
                };
                let ends: [(ThreadId, SiteId); 2] = [one, other].map(|s| (s.thread, s.pending.site));
                if is_heat(&first, &second) && self.0.fits(ends, first.location, view.context) {
                    let sites = ends.map(|(_, site)| site);
                    symptoms.push(Symptom::new(Kind::Target, vec![one.thread, other.thread], &sites, ()));
                    return;
                }
            }
        }
    }
}
