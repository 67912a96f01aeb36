//! Chopping (Shacham 2004, §2.6.2): states from which a warning's dead heat cannot come about any more.

use deadheat_event::{SiteId, ThreadId};
use deadheat_machine::Machine;

use crate::race_pair::RacePair;

/// Where threads must still be able to come to.
pub struct Chop {
    /// Some thread to each of these, at one of its sites.
    sides: Vec<Vec<SiteId>>,
    /// The thread that stays where it is.
    excluded: Option<ThreadId>,
}

impl Chop {
    /// What is needed for a dead heat from the state in which the machine stands: the access at which the excluded thread is
    /// not, or, if no thread is excluded, both. None when the places are not known by number.
    pub fn new<M: Machine>(pair: &RacePair, machine: &M, excluded: Option<ThreadId>) -> Option<Self> {
        let [first, second] = pair.sites()?;
        let at = excluded.and_then(|thread| machine.pending(thread)).map(|pending| pending.site);
        let sites = match at {
            Some(at) if at == first => vec![second],
            Some(at) if at == second => vec![first],
            _ => vec![first, second],
        };
        let sides = sites.into_iter().map(|site| machine.same_line(site)).collect();
        Some(Self { sides, excluded })
    }

    /// Whether the dead heat cannot come about any more.
    pub fn is_hopeless<M: Machine>(&self, machine: &M) -> bool {
        let mut live = Vec::new();
        machine.live(&mut live);
        live.retain(|thread| Some(*thread) != self.excluded);
        let out_of_reach = |side: &Vec<SiteId>| !live.iter().any(|thread| machine.may_reach(*thread, side));
        self.sides.iter().any(out_of_reach)
    }
}
