//! Control flow within a method: from which instructions a place can be reached.

use deadheat_event::SiteId;

use super::bytecode::{Instruction, instructions};
use super::effects::{self, Effect};
use super::graph::{Graph, Ways};
use crate::classfile::Handler;
use crate::vm::classes::class::MethodRef;
use crate::vm::registry::Tables;
use crate::vm::threads::visible::{site_index, site_method};

/// From the instruction on.
const AT: u8 = 1;
/// From behind it, by whichever way it is left.
const BEHIND: u8 = 2;

/// What leads to the places, within one method.
pub enum Flow {
    /// By bytecode address: `AT`, `BEHIND`.
    Body(Box<[u8]>),
    /// One of ours: the same everywhere, (`AT`, `BEHIND`).
    Bodyless(bool, bool),
}

impl Flow {
    /// Follows a method's control flow.
    pub fn new(tables: &Tables, graph: &Graph, ways: &Ways, method: MethodRef, sites: &[SiteId]) -> Flow {
        let leads = ways.methods.contains(&method.id);
        let Some(body) = method.info().filter(|_| method.native.is_none()).and_then(|info| info.code.as_ref()) else {
            // Where a native calls Java it may do so again; our forwarders make the one call and return.
            return Flow::Bodyless(leads, leads && method.native.is_some());
        };
        if !leads {
            return Flow::Bodyless(false, false);
        }
        let Some(code) = method.code.get() else { return Flow::Bodyless(true, true) };
        let address = |site: &SiteId| code.pcs.get(site_index(*site) as usize).map(|pc| usize::from(*pc));
        let targets: Vec<usize> =
            sites.iter().filter(|site| site_method(**site) == method.id).filter_map(address).collect();
        let bytes = &*body.bytecode;
        let list: Vec<Instruction> = instructions(bytes).collect();
        let hits = list.iter().map(|at| {
            targets.contains(&at.pc)
                || match effects::of(tables, &graph.unnamed, method, bytes, *at) {
                    Effect::Calls(calls) => calls.into_iter().flatten().any(|call| ways.calls.contains(&call)),
                    Effect::Anything => true,
                }
        });
        let hits: Vec<bool> = hits.collect();
        follow(bytes, &list, &hits, &body.handlers).map_or(Flow::Bodyless(true, true), Flow::Body)
    }

    /// Whether a place is reached from an instruction, or from behind it.
    pub fn leads_on(&self, method: MethodRef, index: u32, behind: bool) -> bool {
        match self {
            Flow::Bodyless(at, after) => {
                if behind {
                    *after
                } else {
                    *at
                }
            }
            Flow::Body(marks) => {
                let pc = method.code.get().and_then(|code| code.pcs.get(index as usize));
                let marks = pc.and_then(|pc| marks.get(usize::from(*pc)));
                marks.is_none_or(|marks| marks & if behind { BEHIND } else { AT } != 0)
            }
        }
    }
}

/// Marks the instructions that lead to a hit, until nothing changes. Most control goes forward, so few rounds are needed.
fn follow(bytes: &[u8], list: &[Instruction], hits: &[bool], handlers: &[Handler]) -> Option<Box<[u8]>> {
    let mut marks = vec![0u8; bytes.len() + 1].into_boxed_slice();
    let mut next = Vec::new();
    let mut changed = true;
    while changed {
        changed = false;
        for (at, hit) in list.iter().zip(hits).rev() {
            at.successors(bytes, &mut next)?;
            next.extend(
                handlers.iter().filter(|handler| covers(handler, at.pc)).map(|handler| usize::from(handler.target)),
            );
            let behind = next.iter().any(|pc| marks.get(*pc).is_none_or(|mark| mark & AT != 0));
            let mark = if behind { AT | BEHIND } else { u8::from(*hit) * AT };
            changed |= marks[at.pc] != mark;
            marks[at.pc] = mark;
        }
    }
    Some(marks)
}

fn covers(handler: &Handler, pc: usize) -> bool {
    (usize::from(handler.start)..usize::from(handler.end)).contains(&pc)
}
