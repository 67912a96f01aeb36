//! Chopping (Shacham 2004, §2.6.2): whether a thread can still come to a place in the code.
//!
//! Backward over the call graph ([`graph`]) go the methods that may lead to the place, then within each method, along its
//! control flow, the instructions ([`flow`]). A thread may come there if one of its frames may: the topmost from the
//! instruction before which it stands, the others from behind their calls. What the threads do that it starts counts as its
//! own.
//!
//! The answer is an overestimate where it can be: calls are distinguished by selector and by the class that they name, not by
//! receiver; a call of a class that is not loaded, a method handle, reflection or a dynamic call not yet linked may lead
//! anywhere; every instruction may throw. It can be wrong, so that a place is reached after all, in three ways: code of the
//! class library that is not loaded yet calls the guest; a class loaded by *another* thread brings a new callee (that thread is
//! then one that may come there); a class loader or finalizer of the guest. So what is left out for it is left out, not
//! refuted.

pub mod bytecode;
mod effects;
mod flow;
mod graph;

use std::sync::Arc;

use deadheat_event::SiteId;
use rustc_hash::FxHashMap;

use crate::vm::Vm;
use crate::vm::classes::class::MethodRef;
use crate::vm::memory::layout;
use crate::vm::registry::Tables;
use crate::vm::threads::thread::{F_RETRY, T_FRAME, T_PC};
use crate::vm::threads::visible::site_method;
use flow::Flow;
pub(crate) use graph::Graph;
use graph::Ways;

/// Sets of places that are kept: a search asks about one or two.
const MOST_KEPT: usize = 4;

/// What leads to some places, as far as it was asked for.
pub(crate) struct Chop {
    sites: Box<[SiteId]>,
    graph: Arc<Graph>,
    ways: Ways,
    /// Any thread may come there by its end: the guest has a say in what becomes of exceptions.
    by_death: bool,
    /// The main thread may come there at the very end, when it starts the shutdown hooks.
    by_shutdown: bool,
    flows: FxHashMap<u32, Flow>,
}

impl Vm {
    /// Whether a thread, which stands still, or one that it starts may come to one of the sites.
    pub(crate) fn may_reach(&self, tid: u32, sites: &[SiteId]) -> bool {
        // Classes may be loaded anywhere, and a call may lead to a later version of a method.
        if self.has_agents() {
            return true;
        }
        let mut chops = self.chops.borrow_mut();
        let classes = self.classes.len();
        chops.retain(|chop| chop.graph.classes == classes);
        let at = chops.iter().position(|chop| *chop.sites == *sites).unwrap_or_else(|| {
            chops.truncate(MOST_KEPT - 1);
            chops.insert(0, self.chop(sites));
            0
        });
        let chop = &mut chops[at];
        if chop.by_death || (tid == 0 && chop.by_shutdown) {
            return true;
        }
        let record = layout::thread(tid);
        let (mut frame, mut pc) = (self.get(record + T_FRAME) as u32, self.get(record + T_PC) as u32);
        let mut behind = false;
        while frame != 0 {
            if chop.leads_on(self, self.frame_method(frame), pc, behind) {
                return true;
            }
            behind = self.frame_flags(frame) & F_RETRY == 0;
            let (caller, caller_pc) = self.caller(frame);
            frame = caller;
            // A caller's pc is already behind its call, unless the call is to run again.
            pc = if behind { caller_pc.saturating_sub(1) } else { caller_pc };
        }
        false
    }

    fn chop(&self, sites: &[SiteId]) -> Chop {
        let tables = self.shared.registry.lock();
        let mut graph = self.shared.graph.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let known = graph.take().filter(|graph| graph.classes == tables.classes.len());
        let current = known.unwrap_or_else(|| Arc::new(Graph::new(&tables, self.known.object())));
        *graph = Some(current.clone());
        let ways = current.ways(&tables, sites.iter().map(|site| site_method(*site)));
        let leads = |method: &MethodRef| ways.methods.contains(&method.id);
        // The library's own part in a thread's end matters only to places in the library.
        let in_library =
            |site: &SiteId| self.methods.get(site_method(*site) as usize).is_none_or(|method| method.class().platform);
        let is_end = |method: &&MethodRef| matches!(&*method.name, "dispatchUncaughtException" | "exit");
        let ends = self.known.thread().methods.iter().filter(is_end);
        let by_death = ways_of_death(self, &tables).any(|method| leads(&method))
            || (sites.iter().any(in_library) && ends.into_iter().any(leads));
        let hooks = tables.by_name.get(&(0, "java/lang/ApplicationShutdownHooks".into()));
        let by_shutdown = hooks.is_some_and(|hooks| hooks.methods.iter().any(leads));
        Chop { sites: sites.into(), graph: current, ways, by_death, by_shutdown, flows: FxHashMap::default() }
    }
}

/// The guest's methods that the end of a thread by an exception may call.
fn ways_of_death<'t>(vm: &'t Vm, tables: &'t Tables) -> impl Iterator<Item = MethodRef> + 't {
    let throwable = tables.by_name.get(&(0, "java/lang/Throwable".into())).copied();
    let of_guest = vm.classes.iter().filter(|class| !class.platform);
    of_guest.flat_map(move |class| {
        let is_exception = throwable.is_some_and(|throwable| class.is_subclass_of(throwable));
        let called = move |method: &&MethodRef| match &*method.name {
            "uncaughtException" => true,
            "<init>" | "<clinit>" => false,
            _ => is_exception && !method.is_static(),
        };
        class.methods.iter().filter(called).copied()
    })
}

impl Chop {
    /// Whether a frame leads to a site from an instruction, or from behind it.
    fn leads_on(&mut self, vm: &Vm, method: MethodRef, index: u32, behind: bool) -> bool {
        // `main` will come in the place of the frame below the initialisers of its class.
        if method.native.is_some() && &*method.name == "startMain" {
            return true;
        }
        let flow = self
            .flows
            .entry(method.id)
            .or_insert_with(|| Flow::new(&vm.shared.registry.lock(), &self.graph, &self.ways, method, &self.sites));
        flow.leads_on(method, index, behind)
    }
}
