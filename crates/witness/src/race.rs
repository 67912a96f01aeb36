//! Dead heats that a warning speaks of.

use deadheat_analysis::{Race, Scope, names};
use deadheat_event::{Access, Context, FieldId, Location, PendingOp, SiteId, SourcePos, ThreadId};
use deadheat_machine::Machine;
use deadheat_search::property::is_heat;
use serde::{Deserialize, Serialize};

/// Which dead heats prove a warning: both accesses at its two places, on what it names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heat {
    /// What both touch.
    pub target: String,
    /// Where, sorted.
    pub places: [SourcePos; 2],
    /// The same in the numbers of the machines that warned, for speed. Other machines have other numbers.
    #[serde(skip)]
    numbers: Option<Numbers>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Numbers {
    sites: [SiteId; 2],
    field: Option<FieldId>,
}

impl Heat {
    /// What proves this warning.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        let mut places = [race.first.place.clone(), race.second.place.clone()];
        places.sort();
        let numbers = Numbers { sites: [race.first.site, race.second.site], field: field(race.location) };
        Self { target: race.target.clone(), places, numbers: Some(numbers) }
    }

    /// What these two threads are about to touch at once; none where they are not in the guest's code.
    pub fn between<M: Machine>(threads: [ThreadId; 2], machine: &M) -> Option<Self> {
        let context = machine.context();
        let location = machine.pending(threads[0])?.kind.access()?.location;
        let mut places = [access_place(threads[0], context)?, access_place(threads[1], context)?];
        places.sort();
        Some(Self { target: names::target(location, context), places, numbers: None })
    }

    /// The same for a machine that was made anew.
    #[must_use]
    pub fn by_name(&self) -> Self {
        Self { numbers: None, ..self.clone() }
    }

    /// The warning's two instructions, for the machines that warned.
    #[must_use]
    pub fn sites(&self) -> Option<[SiteId; 2]> {
        self.numbers.map(|numbers| numbers.sites)
    }

    /// Whether the operation may be one of the two.
    #[must_use]
    pub fn is_side(&self, op: &PendingOp) -> bool {
        let fits = |access: Access| self.numbers.is_none_or(|numbers| field(access.location) == numbers.field);
        op.is_enabled() && op.kind.access().is_some_and(fits)
    }

    /// Whether the operation is at one of the warning's two instructions.
    #[must_use]
    pub fn is_at_site(&self, op: &PendingOp) -> bool {
        self.numbers.is_none_or(|numbers| numbers.sites.contains(&op.site))
    }

    /// The two threads of a dead heat that proves the warning, in the state now.
    pub fn find<M: Machine>(&self, machine: &M) -> Option<[ThreadId; 2]> {
        let mut live = Vec::new();
        machine.live(&mut live);
        let side = |thread: &ThreadId| {
            let op = machine.pending(*thread).filter(|op| self.is_side(op))?;
            Some((*thread, op.kind.access()?, op.site))
        };
        let sides: Vec<(ThreadId, Access, SiteId)> = live.iter().filter_map(side).collect();
        for (at, (one, first, first_site)) in sides.iter().enumerate() {
            for (other, second, second_site) in &sides[at + 1..] {
                if is_heat(first, second)
                    && self.fits([(*one, *first_site), (*other, *second_site)], first.location, machine.context())
                {
                    return Some([*one, *other]);
                }
            }
        }
        None
    }

    /// Whether two accesses to a location are at the warning's places.
    pub(crate) fn fits(&self, sides: [(ThreadId, SiteId); 2], location: Location, context: &dyn Context) -> bool {
        if let Some(Numbers { sites, .. }) = self.numbers {
            let [(_, a), (_, b)] = sides;
            if [a, b] == sites || [b, a] == sites {
                return true;
            }
        }
        let places = sides.map(|(thread, _)| access_place(thread, context));
        let [Some(a), Some(b)] = places else { return false };
        let mut places = [a, b];
        places.sort();
        places == self.places && (self.numbers.is_some() || names::target(location, context) == self.target)
    }
}

/// Where in the guest's code a thread is about to access memory: the place that the analyses name.
#[must_use]
pub fn access_place(thread: ThreadId, context: &dyn Context) -> Option<SourcePos> {
    let mut stack = Vec::new();
    context.stack_sites(thread, &mut stack);
    Scope::default().guest_frame(&stack, context).map(|site| context.source(site))
}

/// Where in the guest's code a thread stands. A method that it has only just called counts as the call.
#[must_use]
pub fn guest_place(thread: ThreadId, context: &dyn Context) -> Option<SourcePos> {
    let mut stack = Vec::new();
    context.stack_sites(thread, &mut stack);
    Scope::default().calling_frame(&stack, context).map(|site| context.source(site))
}

fn field(location: Location) -> Option<FieldId> {
    match location {
        Location::Field { field, .. } | Location::Static { field } => Some(field),
        Location::Element { .. } => None,
    }
}
