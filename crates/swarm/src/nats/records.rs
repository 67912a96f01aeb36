//! Records on a server: a stream that keeps the last message of each subject. A record's revision is its message's number.
//!
//! Changes are read through a *follower*, a consumer of the records below a prefix that begins behind a revision. It costs a request to make one,
//! so that it is kept for whoever asks for what comes next. It lives in the server's memory and is gone with its process; then another is made.
//! Nothing is acknowledged, so that a message can be lost on its way, with a connection or with a request that was given up while the server
//! answered it. A follower counts what it delivers: whoever misses one makes another follower and reads again from the revision that it was
//! asked for. One that had nothing to tell is not kept, because the last message could be the one that was lost.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::StatusCode;
use futures_util::StreamExt as _;
use serde_json::json;

use crate::names::check_key;
use crate::nats::api::{Delivered, Stream, nanoseconds};
use crate::nats::link::Link;
use crate::nats::objects::Objects;
use crate::nats::payload::Payloads;
use crate::nats::trouble;
use crate::{Change, Digest, Store, SwarmError};

/// How many changes are asked for at once.
const BATCH: usize = 256;
/// A server's answer that takes longer is lost.
const ANSWER: Duration = Duration::from_secs(5);
/// A follower that nobody asks for so long is deleted by the server.
const UNUSED: Duration = Duration::from_secs(300);

pub(super) struct NatsStore {
    link: Arc<Link>,
    stream: Stream,
    /// All subjects of records begin so.
    subjects: String,
    pub(super) objects: Objects,
    payloads: Payloads,
    /// By prefix, those that nobody is reading from.
    followers: Mutex<HashMap<String, Follower>>,
}

/// A place in the changes below a prefix.
struct Follower {
    /// Its name on the server.
    consumer: String,
    /// All up to this revision were read.
    revision: u64,
    /// How many messages it has delivered.
    delivered: u64,
    /// Which connection it was made on. The server of the next one may not know it, and says nothing when it is asked.
    connection: u64,
}

/// Messages of a follower, as they came.
#[derive(Default)]
struct Batch {
    changes: Vec<Change>,
    /// Whether there may be more.
    more: bool,
}

impl NatsStore {
    pub(super) fn new(link: Arc<Link>, campaign: &str, stream: Stream, objects: Objects) -> Self {
        let payloads = Payloads::new(objects.clone());
        Self {
            link,
            stream,
            subjects: format!("deadheat.{campaign}.records"),
            objects,
            payloads,
            followers: Mutex::default(),
        }
    }

    fn subject(&self, key: &str) -> Result<String, SwarmError> {
        check_key("record", key)?;
        Ok(format!("{}.{key}", self.subjects))
    }

    fn store(&self, key: &str, value: &[u8], first_only: bool) -> Result<bool, SwarmError> {
        let subject = self.subject(key)?;
        self.link.block_on(async {
            let message = self.payloads.pack(value).await?;
            self.stream.store(&self.link, &subject, message, first_only).await
        })
    }

    async fn follower(&self, prefix: &str, revision: u64) -> Result<Follower, SwarmError> {
        let kept = crate::lock(&self.followers)
            .remove(prefix)
            .filter(|follower| follower.revision == revision && follower.connection == self.link.connection());
        if let Some(follower) = kept {
            return Ok(follower);
        }
        let connection = self.link.connection();
        let config = json!({
            "deliver_policy": "by_start_sequence",
            "opt_start_seq": revision.saturating_add(1),
            "filter_subject": format!("{}.{prefix}.>", self.subjects),
            "replay_policy": "instant",
            "ack_policy": "none",
            "inactive_threshold": nanoseconds(UNUSED),
            "mem_storage": true,
        });
        let answer = self.stream.consumer(&self.link, None, &config).await?;
        let name = answer["name"]
            .as_str()
            .ok_or_else(|| trouble::unexpected(&self.link.address, "a consumer without a name"))?;
        Ok(Follower { consumer: name.to_owned(), revision, delivered: 0, connection })
    }

    /// Reads what there is, or waits for the first one. `None` if an answer was lost, or the follower is not there any more.
    async fn batch(&self, follower: &mut Follower, wait: Option<Duration>) -> Result<Option<Batch>, SwarmError> {
        let connection = self.link.connection();
        let client = &self.link.client;
        let lost = |error: &dyn std::fmt::Display| trouble::client(&self.link.address, &error.to_string());
        let inbox = client.new_inbox();
        let mut messages = client.subscribe(inbox.clone()).await.map_err(|error| lost(&error))?;
        let (body, count) = match wait {
            Some(wait) => (json!({ "batch": 1, "expires": nanoseconds(wait.max(Duration::from_millis(1))) }), 1),
            None => (json!({ "batch": BATCH, "no_wait": true }), BATCH),
        };
        let subject = format!("$JS.API.CONSUMER.MSG.NEXT.{}.{}", self.stream.name, follower.consumer);
        client.publish_with_reply(subject, inbox, body.to_string().into()).await.map_err(|error| lost(&error))?;
        let mut batch = Batch::default();
        let mut limit = wait.unwrap_or_default() + ANSWER;
        while batch.changes.len() < count {
            let message = tokio::select! {
                message = messages.next() => message,
                () = self.link.lost(connection) => return Ok(None),
                () = tokio::time::sleep(limit) => return Ok(None),
            };
            limit = ANSWER;
            let Some(message) = message else { return Ok(None) };
            match message.status {
                None => {}
                Some(StatusCode::NOT_FOUND | StatusCode::TIMEOUT) => return Ok(Some(batch)),
                Some(_) => return Ok(None),
            }
            let unexpected = || trouble::unexpected(&self.link.address, &format!("a record on {}", message.subject));
            let delivered = message.reply.as_deref().and_then(Delivered::parse).ok_or_else(unexpected)?;
            follower.delivered += 1;
            if delivered.count != follower.delivered {
                return Ok(None);
            }
            let key = message
                .subject
                .strip_prefix(&self.subjects)
                .and_then(|rest| rest.strip_prefix('.'))
                .ok_or_else(unexpected)?
                .to_owned();
            let value = self.payloads.unpack(message.headers.as_ref(), message.payload.clone()).await?;
            batch.changes.push(Change { revision: delivered.number, key, value });
            batch.more = delivered.pending > 0;
            if !batch.more {
                break;
            }
        }
        Ok(Some(batch))
    }

    /// All changes that there are, or the first ones that come.
    async fn read_changes(
        &self,
        follower: &mut Follower,
        deadline: Instant,
    ) -> Result<Option<Vec<Change>>, SwarmError> {
        let Some(Batch { mut changes, mut more }) = self.batch(follower, None).await? else { return Ok(None) };
        let left = deadline.saturating_duration_since(Instant::now());
        if changes.is_empty() && !left.is_zero() {
            let Some(first) = self.batch(follower, Some(left)).await? else { return Ok(None) };
            (changes, more) = (first.changes, first.more);
        }
        while more {
            let Some(batch) = self.batch(follower, None).await? else { return Ok(None) };
            changes.extend(batch.changes);
            more = batch.more;
        }
        Ok(Some(changes))
    }

    async fn changes_until(&self, prefix: &str, revision: u64, deadline: Instant) -> Result<Vec<Change>, SwarmError> {
        loop {
            let mut follower = self.follower(prefix, revision).await?;
            if let Some(changes) = self.read_changes(&mut follower, deadline).await? {
                if let Some(last) = changes.last() {
                    follower.revision = last.revision;
                    crate::lock(&self.followers).insert(prefix.to_owned(), follower);
                }
                return Ok(last_of_each(changes));
            }
            // The server has lost the follower, or we the server. To make the next one waits for it.
            self.stream.must_be_there(&self.link).await?;
        }
    }
}

/// One that was written twice while it was read is told as it is now.
fn last_of_each(changes: Vec<Change>) -> Vec<Change> {
    let last: HashMap<String, u64> = changes.iter().map(|change| (change.key.clone(), change.revision)).collect();
    changes.into_iter().filter(|change| last[&change.key] == change.revision).collect()
}

impl Store for NatsStore {
    fn write(&self, key: &str, value: &[u8]) -> Result<(), SwarmError> {
        self.store(key, value, false).map(drop)
    }

    fn create(&self, key: &str, value: &[u8]) -> Result<bool, SwarmError> {
        self.store(key, value, true)
    }

    fn read(&self, key: &str) -> Result<Option<Vec<u8>>, SwarmError> {
        let subject = self.subject(key)?;
        self.link.block_on(async {
            match self.stream.last(&self.link, &subject).await? {
                Some(record) => self.payloads.unpack(Some(&record.headers), record.payload).await.map(Some),
                None => Ok(None),
            }
        })
    }

    fn changes(&self, prefix: &str, revision: u64, wait: Duration) -> Result<Vec<Change>, SwarmError> {
        check_key("prefix", prefix)?;
        let deadline = crate::moment(wait);
        self.link.block_on(async {
            tokio::select! {
                changes = self.changes_until(prefix, revision, deadline) => changes,
                // A server that is away for a moment has no changes for us.
                () = self.link.away_at(deadline, ANSWER) => match self.link.silent_for() < self.link.retry_for {
                    true => Ok(Vec::new()),
                    false => Err(self.link.unreachable("no answer")),
                },
            }
        })
    }

    fn remove(&self, key: &str) -> Result<(), SwarmError> {
        let subject = self.subject(key)?;
        self.link.block_on(self.stream.purge(&self.link, &subject))
    }

    fn put_object(&self, content: &[u8]) -> Result<Digest, SwarmError> {
        self.link.block_on(self.objects.put(content))
    }

    fn object(&self, name: &Digest) -> Result<Option<Vec<u8>>, SwarmError> {
        self.link.block_on(self.objects.get(name))
    }
}
