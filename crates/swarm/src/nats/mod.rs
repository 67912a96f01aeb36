//! A swarm of machines that share a server: NATS JetStream.
//!
//! JetStream keeps *streams* of messages; each message has a subject, of which a server knows the last message and can be told to accept a
//! first one only. That is all that is needed here. A campaign `C` is a stream of records (`deadheat.C.records.KEY`, the last message of each
//! subject is kept), one of the pieces of objects (`deadheat.C.objects.…`), and one for each queue (`deadheat.C.jobs.QUEUE.ID`).
//!
//! **Ids once.** A message of a job is stored only if it is the first of its subject, which the server decides in one step, and it stays there
//! when the job is done: what is done is known by the *consumer*, JetStream's place in a stream, which delivers each job until it is
//! acknowledged. A queue that deletes its jobs (a work queue in JetStream's words) would need a second record of the ids, and a coordinator
//! that dies between the two writes loses a job or puts one in twice.
//!
//! **A server that goes away.** Every request is asked again until it is answered, or the time for that is over ([`link`]); each is made so that
//! asking twice does no harm. Messages are on the server's disk before they are acknowledged, and a server that is killed and started again on
//! the same folder has all of them (a machine that loses its power may lose those of the last moments: `sync_interval` of the server). What
//! may be lost with the server's process is who had which job: such a job is delivered twice, as after a taker that vanished.
//!
//! The requests are JetStream's JSON interface (`$JS.API.…`), written down in [`api`], over plain requests of the client: one way to ask and
//! one way to fail, where the client's own layer has one for each kind of request.

mod api;
mod campaign;
mod link;
mod objects;
mod options;
mod payload;
mod queue;
mod records;
mod trouble;

use std::sync::Arc;

pub use campaign::NatsSwarm;
pub use options::NatsOptions;

use crate::SwarmError;
use crate::names::check_name;
use link::Link;

/// A connection to a server. Clones share it.
#[derive(Clone)]
pub struct Nats {
    link: Arc<Link>,
}

impl Nats {
    /// Connects, and looks whether the server has JetStream.
    ///
    /// # Errors
    /// If there is no such server, it does not let us in, or it has no JetStream.
    pub fn connect(options: &NatsOptions) -> Result<Self, SwarmError> {
        let link = Link::connect(options)?;
        link.block_on(api::look(&link))?;
        Ok(Self { link: Arc::new(link) })
    }

    /// The campaign of this id (letters, digits, hyphens), which is made if there is none.
    ///
    /// # Errors
    /// If the server cannot be reached, or has no space for it.
    pub fn campaign(&self, id: &str) -> Result<NatsSwarm, SwarmError> {
        check_name("campaign", id)?;
        NatsSwarm::make(Arc::clone(&self.link), id)
    }

    /// The campaign of this id, if there is one.
    ///
    /// # Errors
    /// If the server cannot be reached.
    pub fn find(&self, id: &str) -> Result<Option<NatsSwarm>, SwarmError> {
        check_name("campaign", id)?;
        NatsSwarm::find(Arc::clone(&self.link), id)
    }

    /// The ids of all campaigns on the server, sorted.
    ///
    /// # Errors
    /// If the server cannot be reached.
    pub fn campaigns(&self) -> Result<Vec<String>, SwarmError> {
        campaign::all(&self.link)
    }
}
