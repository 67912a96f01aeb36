//! Agents (`java.lang.instrument`): Java code that is called before `main` and sees each class before it is defined.
//!
//! The library's own code does most of it: `sun.instrument.InstrumentationImpl` has the transformers and asks them. What HotSpot's library
//! `instrument` does around it is here: which agents there are and what each may do (`Agent`), calling them (`premain`), asking their
//! transformers when a class is defined (`transform`), later versions of classes (`versions`).
//!
//! A transformer is code of the guest, and may do anything; its answers may differ from path to path. So nothing that comes of it is shared unseen:
//!
//! - It is asked on every path. Where there are agents the system loader is asked like a user's own loader (`initiation`), and which transformers there
//!   are is a word of the state ([`Site::Agent`]).
//! - What it answers for a class is compared with what it has answered on other paths, by the hash that every class has. Another answer is
//!   another class, which this machine does not have: the path ends there, and nothing is complete any more (`class_by_order`).
//! - Which version of a class is meant is a word of the class's mirror.
//!
//! What departs from HotSpot: the JDK's own classes count as loaded before the first agent is called, so transformers see them only when they are
//! retransformed; so do classes that agents add to the boot loader. When a class is retransformed while other threads run is no visible
//! operation, so it is named as a blind spot.

mod append;
mod premain;
mod transform;
mod versions;

use std::path::PathBuf;

pub(crate) use versions::elements;

use crate::vm::memory::layout::Ref;
use crate::vm::natives::{Native, native};
use crate::vm::registry::{SITE_DONE, SITE_REF, SITE_VALUE, SITE_WORDS, Site};
use crate::vm::{Vm, VmResult, raise};

/// The library's class behind `Instrumentation`.
pub(crate) const IMPLEMENTATION: &str = "sun/instrument/InstrumentationImpl";

/// An agent, as its jar's manifest describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// The jar.
    pub jar: PathBuf,
    /// The class that is called.
    pub class: String,
    /// What it is told, if anything.
    pub options: Option<String>,
    /// Named by the program's own jar: its `agentmain` is called.
    pub of_launcher: bool,
    /// What it adds to the boot loader's classes.
    pub boot_class_path: Vec<PathBuf>,
    /// It may redefine classes.
    pub can_redefine: bool,
    /// It may retransform classes.
    pub can_retransform: bool,
}

impl Agent {
    /// The jars that it is in.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        [&self.jar].into_iter().chain(&self.boot_class_path).cloned().collect()
    }
}

/// Frames that the VM pushes.
pub(crate) static SYNTHETIC: &[Native] = &[
    native("", "startAgent", "(I)V", premain::start_agent).catching(),
    native(
        "",
        transform::ASK,
        "(Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;Ljava/security/ProtectionDomain;[BZ)[B",
        transform::ask_transformers,
    )
    .catching(),
    native(
        "",
        transform::DEFINE,
        "(Ljava/lang/ClassLoader;Ljava/lang/String;[BLjava/security/ProtectionDomain;I)Ljava/lang/Class;",
        transform::define_transformed,
    ),
];

/// Which transformers an agent has: some, in general.
const HAS_TRANSFORMERS: u64 = 1;
/// Some that are asked again when a class is retransformed.
const HAS_RETRANSFORMERS: u64 = 2;

impl Vm {
    /// Whether the guest has agents.
    #[inline]
    pub(crate) fn has_agents(&self) -> bool {
        !self.shared.config.agents.is_empty()
    }

    /// The agent that a native of its `Instrumentation` is called for.
    pub(crate) fn agent(&self, handle: u64) -> VmResult<(u32, Agent)> {
        let number = (handle as usize).wrapping_sub(1);
        match self.shared.config.agents.get(number) {
            Some(agent) => Ok((number as u32, agent.clone())),
            None => raise("java/lang/InternalError", "there is no such agent"),
        }
    }

    fn agent_site(&self, agent: u32) -> VmResult<u32> {
        let site = self.shared.registry.lock().site(Site::Agent(agent), SITE_WORDS);
        site.map_or_else(|| raise("java/lang/OutOfMemoryError", "Metaspace"), Ok)
    }

    /// An agent has its `Instrumentation`.
    fn set_instrumentation(&mut self, agent: u32, instrumentation: Ref) -> VmResult<()> {
        let site = self.agent_site(agent)?;
        // Every thread that loads a class comes by here.
        if self.multi && !self.is_shared(instrumentation) {
            self.publish(instrumentation);
        }
        self.set(site + SITE_DONE, 1);
        self.set(site + SITE_REF, u64::from(instrumentation));
        Ok(())
    }

    fn instrumentation(&self, agent: u32) -> VmResult<Ref> {
        Ok(self.get(self.agent_site(agent)? + SITE_REF) as Ref)
    }

    /// An agent has transformers of a kind from now on, or none any more.
    pub(crate) fn set_transformers(&mut self, agent: u32, retransformers: bool, has: bool) -> VmResult<()> {
        self.note_other_threads("Instrumentation.addTransformer");
        let site = self.agent_site(agent)?;
        let flag = if retransformers { HAS_RETRANSFORMERS } else { HAS_TRANSFORMERS };
        let flags = self.get(site + SITE_VALUE);
        self.set(site + SITE_VALUE, if has { flags | flag } else { flags & !flag });
        Ok(())
    }

    /// Whether an agent has transformers of a kind.
    fn has_transformers(&self, agent: u32, retransformers: bool) -> VmResult<bool> {
        let flag = if retransformers { HAS_RETRANSFORMERS } else { HAS_TRANSFORMERS };
        Ok(self.get(self.agent_site(agent)? + SITE_VALUE) & flag != 0)
    }

    /// What agents change for all threads is no visible operation: where there are others, a search cannot be complete.
    pub(crate) fn note_other_threads(&self, what: &str) {
        if self.multi && self.live_threads().len() > 1 {
            self.shared.config.blind_spots.add(format!("{what} while other threads run"));
        }
    }
}
