//! Chopping (seed 000, §2.6.2): states from which a warning's dead heat cannot come about any more.

use deadheat_event::{Context, SiteId, ThreadId};
use deadheat_machine::Machine;

use crate::race::Heat;

/// Where threads must still be able to come to.
pub struct Chop {
    /// Somebody to each of these, at one of its sites.
    sides: Vec<Vec<SiteId>>,
    /// Who stays where it is.
    excluded: Option<ThreadId>,
}

impl Chop {
    /// What is needed for a dead heat from the state in which the machine stands: the access at which the excluded thread is
    /// not, or, if nobody is excluded, both. None when the places are not known by number.
    pub fn new<M: Machine>(heat: &Heat, machine: &M, excluded: Option<ThreadId>) -> Option<Self> {
        let [first, second] = heat.sites()?;
        let at = excluded.and_then(|thread| machine.pending(thread)).map(|op| op.site);
        let sites = match at {
            Some(at) if at == first => vec![second],
            Some(at) if at == second => vec![first],
            _ => vec![first, second],
        };
        let sides = sites.into_iter().map(|site| line(site, machine.context())).collect();
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

/// All sites on the line of one, in its method: any of them proves the warning.
fn line(site: SiteId, context: &dyn Context) -> Vec<SiteId> {
    let place = context.source(site);
    let on_line = |index: &u32| context.source(SiteId::new(site.method(), *index)) == place;
    let mut sites = vec![site];
    if place.line.is_some() {
        let has_line = |index: &u32| context.source(SiteId::new(site.method(), *index)).line.is_some();
        let others = (0..).take_while(has_line).filter(on_line).filter(|index| *index != site.index());
        sites.extend(others.map(|index| SiteId::new(site.method(), index)));
    }
    sites
}
