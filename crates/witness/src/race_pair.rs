//! The two accesses of a race, by name: which dead heats prove a warning.

use deadheat_analysis::{Race, frames};
use deadheat_event::{Context, FieldId, Location, Pending, SiteId, SourcePos, ThreadId};
use deadheat_machine::Machine;
use deadheat_search::property::race_pairs;
use deadheat_search::{PendingThread, pending_threads};
use serde::{Deserialize, Serialize};

/// Which dead heats prove a warning: both accesses at its two places, on what it names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RacePair {
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

impl RacePair {
    /// What proves this warning.
    #[must_use]
    pub fn of(race: &Race) -> Self {
        let mut places = [race.first.place.clone(), race.second.place.clone()];
        places.sort();
        let numbers = Numbers { sites: [race.first.site, race.second.site], field: race.location.field() };
        Self { target: race.target.clone(), places, numbers: Some(numbers) }
    }

    /// What these two threads are about to touch at once; none if one of them is about to do something else.
    pub fn between<M: Machine>(threads: [ThreadId; 2], machine: &M) -> Option<Self> {
        let context = machine.context();
        let [one, other] = threads.map(|thread| machine.pending(thread)?.op.access());
        let location = one?.location.common(other?.location);
        let mut places = [access_place(threads[0], context)?, access_place(threads[1], context)?];
        places.sort();
        Some(Self { target: context.target_name(location), places, numbers: None })
    }

    /// The same for a machine that does not share the numbers of the one that warned.
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
    pub fn is_side(&self, pending: &Pending) -> bool {
        let fits = |field: Option<FieldId>| self.numbers.is_none_or(|numbers| field == numbers.field);
        pending.is_enabled() && pending.op.access().is_some_and(|access| fits(access.location.field()))
    }

    /// Whether the operation is at one of the warning's two instructions.
    #[must_use]
    pub fn is_at_site(&self, pending: &Pending) -> bool {
        self.numbers.is_none_or(|numbers| numbers.sites.contains(&pending.site))
    }

    /// The two threads of a dead heat that proves the warning, in the state in which the machine stands.
    pub fn find<M: Machine>(&self, machine: &M) -> Option<[ThreadId; 2]> {
        self.find_among(&pending_threads(machine), machine.context())
    }

    /// The same, among these threads.
    pub fn find_among(&self, threads: &[PendingThread], context: &dyn Context) -> Option<[ThreadId; 2]> {
        let proves = |pair: &[&PendingThread; 2]| {
            pair.iter().all(|side| self.is_side(&side.pending)) && self.fits(pair, context)
        };
        race_pairs(threads).find(proves).map(|pair| pair.map(|side| side.thread))
    }

    /// Whether two racing accesses are at the warning's places.
    fn fits(&self, pair: &[&PendingThread; 2], context: &dyn Context) -> bool {
        if let Some(Numbers { sites, .. }) = self.numbers {
            let [a, b] = pair.map(|side| side.pending.site);
            // An instruction of a library's is the same for all its callers: there the stacks are asked.
            let own = || sites.iter().all(|site| context.owner(*site).is_program());
            if ([a, b] == sites || [b, a] == sites) && own() {
                return true;
            }
        }
        let [Some(a), Some(b)] = pair.map(|side| access_place(side.thread, context)) else { return false };
        let mut places = [a, b];
        places.sort();
        places == self.places && (self.numbers.is_some() || self.is_target(pair, context))
    }

    /// Whether what two accesses touch goes by the warning's name. An analysis that sees a long one, to a whole structure say, names what
    /// it shares with the other by where that begins.
    fn is_target(&self, pair: &[&PendingThread; 2], context: &dyn Context) -> bool {
        let [Some(one), Some(other)] = pair.map(|side| side.pending.op.access()) else { return false };
        let common = one.location.common(other.location);
        let is_called_so = |location: Location| context.target_name(location) == self.target;
        let begins = common.cells().next().unwrap_or(common);
        [common, begins, one.location, other.location].into_iter().any(is_called_so)
    }
}

/// Where in the program's code a thread is about to access memory: the place that the analyses name, and, where they name none
/// because a synchroniser lies between, the program's call of that. A library's own thread is where it is.
#[must_use]
pub fn access_place(thread: ThreadId, context: &dyn Context) -> Option<SourcePos> {
    let stack = context.sites(thread);
    frames::innermost_frame(&stack, context).or(stack.first().copied()).map(|site| context.source(site))
}

/// Where in the program's code a thread stands. A function that it has only just called counts as the call; a library's own
/// thread is where it is.
#[must_use]
pub fn program_place(thread: ThreadId, context: &dyn Context) -> Option<SourcePos> {
    let stack = context.sites(thread);
    frames::calling_frame(&stack, context).or(stack.first().copied()).map(|site| context.source(site))
}
