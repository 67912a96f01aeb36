//! When a run that never ends has shown what it has.
//!
//! A server does the same for each client. What warnings and predictions come from is code and the fields that it touches, so when a long stretch has
//! reached neither new code nor new fields, more of the same tells nothing more, and the time is better spent on proofs. The stretch must be long
//! by itself, and long beside all that came before it, so that a slow start is no end.
//!
//! What this can miss: code that a program comes to only after a longer stretch of the same. The result then says that the recording was ended, and no
//! completeness is claimed from it.

use std::cell::Cell;

use deadheat_event::{Context, Done, Event, EventKind, FieldId, Observer, SiteId};
use rustc_hash::FxHashSet;

/// How many times as long as all that came before the stretch must be.
const TIMES: u64 = 9;

/// Watches a run for new code and new fields.
pub struct Steady<'a> {
    /// The least steps of a stretch.
    stretch: u64,
    sites: FxHashSet<SiteId>,
    fields: FxHashSet<FieldId>,
    /// The step that reached the last new thing.
    last: u64,
    /// Set when enough was seen.
    reached: &'a Cell<bool>,
}

impl<'a> Steady<'a> {
    /// Sets the flag when nothing new was reached for so many steps.
    pub fn new(stretch: u64, reached: &'a Cell<bool>) -> Self {
        Self { stretch, sites: FxHashSet::default(), fields: FxHashSet::default(), last: 0, reached }
    }
}

impl Observer for Steady<'_> {
    fn event(&mut self, event: &Event, _: &dyn Context) {
        let field = match &event.kind {
            EventKind::Did(
                Done::Read { location, .. } | Done::Write { location, .. } | Done::Update { location, .. },
            ) => location.field(),
            _ => None,
        };
        let new_site = self.sites.insert(event.site);
        if field.is_some_and(|field| self.fields.insert(field)) || new_site {
            self.last = event.step;
        }
        let stretch = event.step.saturating_sub(self.last);
        if stretch >= self.stretch && stretch / TIMES >= self.last {
            self.reached.set(true);
        }
    }
}
