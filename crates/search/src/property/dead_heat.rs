//! Dead heats: Shacham, *Static-dynamic race detection* (seed 000), Definition 2.2.8.
//!
//! A state has a dead heat if two threads are both *enabled* to access the same location next, at least one of them to
//! write, and at least one of the accesses is not protected: plain, not volatile or atomic. The definition is checked as it
//! stands, so nothing is reported that is none. What the check cannot see is an access that the machine does not show.

use deadheat_event::{Access, Location, SiteId, name};

use super::{Property, Symptom, View};
use crate::{Kind, Standing};

/// Looks for dead heats.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeadHeat;

fn access(standing: &Standing) -> Option<Access> {
    if standing.is_enabled() { standing.pending.kind.access() } else { None }
}

/// The definition, for two accesses that can both be made now.
#[must_use]
pub fn is_heat(a: &Access, b: &Access) -> bool {
    a.location == b.location && (a.writes || b.writes) && !(a.kind.is_protected() && b.kind.is_protected())
}

impl Property for DeadHeat {
    fn state(&self, view: &View<'_>, symptoms: &mut Vec<Symptom>) {
        for (at, one) in view.standings.iter().enumerate() {
            let Some(first) = access(one) else { continue };
            for other in &view.standings[at + 1..] {
                if access(other).is_some_and(|second| is_heat(&first, &second)) {
                    let sites: [SiteId; 2] = [one.pending.site, other.pending.site];
                    // Elements of arrays are told apart by the code that uses them.
                    let about = match first.location {
                        Location::Field { field, .. } | Location::Static { field } => Some(field),
                        Location::Element { .. } => None,
                    };
                    let threads = vec![one.thread, other.thread];
                    symptoms.push(Symptom::new(Kind::DeadHeat, threads, &sites, about));
                }
            }
        }
    }

    fn describe(&self, symptom: &Symptom, view: &View<'_>) -> String {
        let location = symptom.threads.first().and_then(|thread| access(view.standing(*thread)?));
        location.map_or_else(String::new, |access| name::location(access.location, view.context))
    }
}
