//! A queue on a server: a stream of jobs, and its one consumer, which delivers each of them until it is acknowledged.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::{Message, StatusCode};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use serde_json::json;

use crate::names::check_key;
use crate::nats::api::{Delivered, Stream, nanoseconds, number};
use crate::nats::link::{Link, Question, Unanswered};
use crate::nats::payload::Payloads;
use crate::nats::trouble;
use crate::{Delivery, Queue, SwarmError};

/// The consumer of all takers.
const TAKERS: &str = "takers";
/// How many takers may wait at once, on all machines.
const WAITING: u64 = 16_384;
/// How many jobs are on the way at once when many are put in.
const AT_ONCE: usize = 64;

pub(super) struct NatsQueue {
    link: Arc<Link>,
    stream: Stream,
    /// All subjects of its jobs begin so.
    subjects: String,
    payloads: Payloads,
    patience: Duration,
}

impl NatsQueue {
    pub(super) async fn make(
        link: Arc<Link>,
        stream: Stream,
        subjects: String,
        payloads: Payloads,
    ) -> Result<Self, SwarmError> {
        let config = json!({
            "durable_name": TAKERS,
            "deliver_policy": "all",
            "replay_policy": "instant",
            "ack_policy": "explicit",
            "ack_wait": nanoseconds(link.patience),
            // How often is too often, the takers decide: they are told how often a job was delivered.
            "max_deliver": -1,
            "max_ack_pending": -1,
            "max_waiting": WAITING,
        });
        let consumer = stream.consumer(&link, Some(TAKERS), &config).await?;
        let patience = Duration::from_nanos(number(&link, &consumer["config"]["ack_wait"])?);
        Ok(Self { link, stream, subjects, payloads, patience })
    }

    async fn put_one(&self, id: &str, job: &[u8]) -> Result<bool, SwarmError> {
        check_key("job", id)?;
        let message = self.payloads.pack(job).await?;
        self.stream.store(&self.link, &format!("{}.{id}", self.subjects), message, true).await
    }

    async fn take_one(&self, wait: Duration) -> Result<Option<NatsDelivery>, SwarmError> {
        let deadline = crate::moment(wait);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let body = match left.as_millis() {
                0 => json!({ "batch": 1, "no_wait": true }),
                _ => json!({ "batch": 1, "expires": nanoseconds(left) }),
            };
            let mut question =
                Question::new(format!("$JS.API.CONSUMER.MSG.NEXT.{}.{TAKERS}", self.stream.name), body.to_string());
            question.takes = left;
            question.delivers = true;
            match self.stream.ask(&self.link, &question, deadline).await {
                Ok(answer) if answer.message.status.is_none() => return self.delivery(answer.message).await.map(Some),
                // Nothing came, or the server has ended the request for reasons of its own; whether the queue is still there, the next one tells.
                Ok(answer) => match answer.message.status {
                    Some(StatusCode::NOT_FOUND | StatusCode::TIMEOUT) => {}
                    _ => {
                        self.stream.must_be_there(&self.link).await?;
                        self.link.pause().await;
                    }
                },
                // A server that is away for a moment has no jobs for us.
                Err(Unanswered::Lost | Unanswered::Silent) if self.link.silent_for() < self.link.retry_for => {}
                Err(unanswered) => return Err(unanswered.in_the_end(&self.link)),
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    async fn delivery(&self, message: Message) -> Result<NatsDelivery, SwarmError> {
        let unexpected = || trouble::unexpected(&self.link.address, &format!("a job on {}", message.subject));
        let id = message
            .subject
            .strip_prefix(&self.subjects)
            .and_then(|rest| rest.strip_prefix('.'))
            .ok_or_else(unexpected)?
            .to_owned();
        let reply = message.reply.as_ref().ok_or_else(unexpected)?.to_string();
        let times = Delivered::parse(&reply).ok_or_else(unexpected)?.times;
        let job = self.payloads.unpack(message.headers.as_ref(), message.payload.clone()).await?;
        Ok(NatsDelivery {
            link: Arc::clone(&self.link),
            stream: self.stream.clone(),
            reply,
            id,
            job,
            times,
            patience: self.patience,
        })
    }
}

impl Queue for NatsQueue {
    fn put(&self, id: &str, job: &[u8]) -> Result<bool, SwarmError> {
        self.link.block_on(self.put_one(id, job))
    }

    fn put_all(&self, jobs: &[(String, Vec<u8>)]) -> Result<u64, SwarmError> {
        let puts = stream::iter(jobs).map(|(id, job)| self.put_one(id, job)).buffer_unordered(AT_ONCE);
        self.link.block_on(puts.try_fold(0, |count, put| async move { Ok(count + u64::from(put)) }))
    }

    fn take(&self, wait: Duration) -> Result<Option<Box<dyn Delivery>>, SwarmError> {
        let delivery = self.link.block_on(self.take_one(wait))?;
        Ok(delivery.map(|delivery| Box::new(delivery) as Box<dyn Delivery>))
    }

    /// A job that was put in before is either beyond the last one that was delivered, or delivered and not acknowledged. The number of the last job is
    /// asked for first, so that one that is delivered in between counts at least once; jobs that the consumer says are left are not
    /// asked for: it may hear of a job later than whoever put it in.
    fn open(&self) -> Result<u64, SwarmError> {
        self.link.block_on(async {
            let last = self.stream.last_number(&self.link).await?;
            let consumer = self.stream.consumer(&self.link, Some(TAKERS), &json!({})).await?;
            let delivered = number(&self.link, &consumer["delivered"]["stream_seq"])?;
            Ok(last.saturating_sub(delivered) + number(&self.link, &consumer["num_ack_pending"])?)
        })
    }
}

struct NatsDelivery {
    link: Arc<Link>,
    stream: Stream,
    reply: String,
    id: String,
    job: Vec<u8>,
    times: u32,
    patience: Duration,
}

impl NatsDelivery {
    /// Tells the server, and waits until it knows.
    fn tell(&self, word: String) -> Result<(), SwarmError> {
        let question = Question::new(self.reply.as_str(), word);
        self.link.block_on(self.stream.must_ask(&self.link, &question)).map(drop)
    }
}

impl Delivery for NatsDelivery {
    fn id(&self) -> &str {
        &self.id
    }

    fn job(&self) -> &[u8] {
        &self.job
    }

    fn times(&self) -> u32 {
        self.times
    }

    fn patience(&self) -> Duration {
        self.patience
    }

    /// Not waited for: if it is lost, the next one is not, or the server has other troubles.
    fn keep(&self) -> Result<(), SwarmError> {
        let sent = self.link.block_on(self.link.client.publish(self.reply.clone(), "+WPI".into()));
        sent.map_err(|error| trouble::client(&self.link.address, &error.to_string()))
    }

    fn done(self: Box<Self>) -> Result<(), SwarmError> {
        self.tell("+ACK".to_owned())
    }

    fn back(self: Box<Self>, delay: Duration) -> Result<(), SwarmError> {
        self.tell(match nanoseconds(delay) {
            0 => "-NAK".to_owned(),
            delay => format!("-NAK {}", json!({ "delay": delay })),
        })
    }
}
