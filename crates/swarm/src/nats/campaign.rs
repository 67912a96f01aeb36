//! A campaign on a server.

use std::sync::Arc;

use crate::names::check_name;
use crate::nats::api::{self, Stream};
use crate::nats::link::Link;
use crate::nats::objects::Objects;
use crate::nats::payload::Payloads;
use crate::nats::queue::NatsQueue;
use crate::nats::records::NatsStore;
use crate::{Queue, Store, Swarm, SwarmError};

/// A campaign on a server.
pub struct NatsSwarm {
    link: Arc<Link>,
    id: String,
    records: Stream,
    store: NatsStore,
}

/// The names of a campaign's streams. Ids have no `_`, so that no two are the same.
fn records(id: &str) -> String {
    format!("deadheat_{id}_records")
}

fn objects(id: &str) -> String {
    format!("deadheat_{id}_objects")
}

fn jobs(id: &str, queue: &str) -> String {
    format!("deadheat_{id}_jobs_{queue}")
}

impl NatsSwarm {
    pub(super) fn make(link: Arc<Link>, id: &str) -> Result<Self, SwarmError> {
        let (records, objects) = link.block_on(async {
            // Who finds the records finds all: they are made last.
            let objects = Stream::make(&link, id, &objects(id), &format!("deadheat.{id}.objects.>"), false).await?;
            let records = Stream::make(&link, id, &records(id), &format!("deadheat.{id}.records.>"), true).await?;
            Ok::<_, SwarmError>((records, objects))
        })?;
        Ok(Self::of(link, id, records, objects))
    }

    pub(super) fn find(link: Arc<Link>, id: &str) -> Result<Option<Self>, SwarmError> {
        let found = link.block_on(async {
            let records = Stream::find(&link, id, &records(id)).await?;
            let objects = Stream::find(&link, id, &objects(id)).await?;
            Ok::<_, SwarmError>(records.zip(objects))
        })?;
        Ok(found.map(|(records, objects)| Self::of(link, id, records, objects)))
    }

    fn of(link: Arc<Link>, id: &str, records: Stream, objects: Stream) -> Self {
        let objects = Objects::new(Arc::clone(&link), id, objects);
        let store = NatsStore::new(Arc::clone(&link), id, records.clone(), objects);
        Self { link, id: id.to_owned(), records, store }
    }

    /// The campaign's id.
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// The ids of all campaigns, sorted.
pub(super) fn all(link: &Link) -> Result<Vec<String>, SwarmError> {
    let streams = link.block_on(api::streams(link, "deadheat.*.records.>"))?;
    let id = |name: &String| Some(name.strip_prefix("deadheat_")?.strip_suffix("_records")?.to_owned());
    let mut ids: Vec<String> = streams.iter().filter_map(id).filter(|id| check_name("campaign", id).is_ok()).collect();
    ids.sort();
    Ok(ids)
}

impl Swarm for NatsSwarm {
    fn queue(&self, name: &str) -> Result<Box<dyn Queue>, SwarmError> {
        check_name("queue", name)?;
        let subjects = format!("deadheat.{}.jobs.{name}", self.id);
        let queue = self.link.block_on(async {
            // A campaign that was deleted gets no new queue by a worker that does not know.
            self.records.must_be_there(&self.link).await?;
            let stream =
                Stream::make(&self.link, &self.id, &jobs(&self.id, name), &format!("{subjects}.>"), false).await?;
            let payloads = Payloads::new(self.store.objects.clone());
            NatsQueue::make(Arc::clone(&self.link), stream, subjects, payloads).await
        })?;
        Ok(Box::new(queue))
    }

    fn store(&self) -> &dyn Store {
        &self.store
    }

    fn forget(&self) -> Result<(), SwarmError> {
        self.link.block_on(async {
            // The records go first: nobody finds a campaign that is being deleted.
            api::delete(&self.link, &self.records.name).await?;
            for stream in api::streams(&self.link, &format!("deadheat.{}.>", self.id)).await? {
                api::delete(&self.link, &stream).await?;
            }
            Ok(())
        })
    }
}
