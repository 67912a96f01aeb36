//! A campaign, as its coordinator sees it.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use deadheat_machine::Guest;
use deadheat_report::safe;
use deadheat_swarm::{Nats, NatsSwarm};
use deadheat_swarm::{Swarm, SwarmError};
use deadheat_witness::crew::Brief;

use super::{ANNOUNCEMENT, Announcement, REFUSALS, parcel};
use crate::note;
use crate::options::swarm::SwarmArgs;
use crate::terminal::failure::Failure;

/// How often it is looked whether a worker refuses to take part.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A campaign that this process coordinates.
pub struct Coordinator {
    swarm: NatsSwarm,
    looked: Mutex<Instant>,
    refusals: AtomicU64,
}

impl Coordinator {
    /// Begins a campaign, or goes on with one; nothing if no swarm is asked for.
    ///
    /// # Errors
    /// If there is no such server or campaign.
    pub fn begin(options: &SwarmArgs) -> Result<Option<Self>, Failure> {
        let Some(address) = &options.nats else {
            return match &options.nats_resume {
                Some(_) => {
                    Err(Failure::usage("--nats-resume needs the server of the campaign", "name it with --nats URL"))
                }
                None => Ok(None),
            };
        };
        let nats = Nats::connect(&options.server.options(address))?;
        let swarm = match &options.nats_resume {
            Some(id) => nats.find(id)?.ok_or_else(|| {
                let remedy =
                    "leave --nats-resume out to begin a new one; a campaign is forgotten when its command ends";
                Failure::usage(format!("there is no campaign `{}` on this server", safe::line(id)), remedy)
            })?,
            None => nats.campaign(&new_id())?,
        };
        let id = swarm.id();
        note!("deadheat: campaign {id}; if this is ended by force, go on with --nats-resume {id}");
        Ok(Some(Self { swarm, looked: Mutex::new(Instant::now()), refusals: AtomicU64::new(0) }))
    }

    /// Where jobs and results are.
    pub fn swarm(&self) -> &dyn Swarm {
        &self.swarm
    }

    /// Tells workers what the campaign is about.
    ///
    /// # Errors
    /// If that cannot be sent, or the campaign is about something else.
    pub fn announce<G: Guest>(&self, guest: &G, brief: &Brief) -> Result<(), SwarmError> {
        let store = self.swarm.store();
        let usage = |failure: Failure| match failure {
            Failure::Usage { problem, remedy } => SwarmError { problem, remedy },
            other => SwarmError::new(other.to_string(), ""),
        };
        let parcel = parcel::pack(&guest.files()).map_err(usage)?;
        let files = store.put_object(&parcel)?.to_string();
        let announcement = Announcement::of(guest, files, brief);
        if let Some(known) = store.read(ANNOUNCEMENT)? {
            let known: Option<Announcement> = serde_json::from_slice(&known).ok();
            if !known.is_some_and(|known| known.is_same(&announcement)) {
                let problem = format!("campaign {} is of another program, or with other options", self.swarm.id());
                return Err(SwarmError::new(problem, "give the command that began it, or begin a new one"));
            }
        }
        let text = serde_json::to_vec(&announcement).map_err(|error| SwarmError::new(error.to_string(), ""))?;
        store.write(ANNOUNCEMENT, &text)
    }

    /// Tells of workers that refuse to take part. To be called often.
    pub fn tell_refusals(&self) {
        let Ok(mut looked) = self.looked.try_lock() else { return };
        if looked.elapsed() < LOOK_EVERY {
            return;
        }
        *looked = Instant::now();
        let after = self.refusals.load(Ordering::Relaxed);
        for refusal in self.swarm.store().changes(REFUSALS, after, Duration::ZERO).unwrap_or_default() {
            self.refusals.store(refusal.revision, Ordering::Relaxed);
            note!("deadheat: a worker does not take part: {}", safe::line(&String::from_utf8_lossy(&refusal.value)));
        }
    }

    /// The campaign is over: all that there is of it is deleted, and its workers look elsewhere.
    pub fn end(self) {
        if let Err(error) = self.swarm.forget() {
            note!("deadheat: campaign {} is still on the server: {error}", self.swarm.id());
        }
    }
}

/// A name that no other campaign has.
fn new_id() -> String {
    // Keys of this hash are random.
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    format!("{:012x}", hasher.finish() & 0xFFFF_FFFF_FFFF)
}
