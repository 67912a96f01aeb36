//! JetStream's requests and answers, as far as they are needed: streams made, found and deleted; messages stored, read and delivered.
//!
//! <https://docs.nats.io/reference/reference-protocols/nats_api_reference> describes them. A [`Stream`] is one stream of one campaign; all that it is
//! asked fails in the same words.

use std::time::{Duration, Instant};

use async_nats::{HeaderMap, Message, StatusCode};
use bytes::Bytes;
use serde_json::{Value, json};

use crate::SwarmError;
use crate::nats::link::{Answer, Link, Question, Unanswered};
use crate::nats::trouble;

/// The least that a stream is of use with.
const LEAST: u64 = 1 << 20;
/// For how long a server remembers a message's own id. We ask the same again for a shorter time.
const DUPLICATES: Duration = Duration::from_secs(120);

/// What a server says when it does not do something.
#[derive(Debug)]
pub(super) struct Refusal {
    code: u64,
    pub(super) description: String,
}

impl Refusal {
    const NO_STREAM: u64 = 10059;
    const STREAM_EXISTS: u64 = 10058;
    const NOT_FIRST: u64 = 10071;
    const NO_CONSUMER: u64 = 10014;
    const NO_JETSTREAM: [u64; 2] = [10076, 10039];
    /// Of the account, of the server, of the stream.
    const FULL: [u64; 6] = [10002, 10023, 10028, 10047, 10077, 10122];

    /// Whether it lacks space.
    pub(super) fn is_full(&self) -> bool {
        Self::FULL.contains(&self.code)
    }

    fn in_answer(answer: &Value) -> Option<Self> {
        let error = answer.get("error")?;
        let description = error["description"].as_str().unwrap_or("no reason given").to_owned();
        Some(Self { code: error["err_code"].as_u64().unwrap_or_default(), description })
    }
}

/// Asks JetStream itself, which answers in JSON, with what it did or why it did not.
async fn request(
    link: &Link,
    subject: &str,
    body: &Value,
    deadline: Instant,
) -> Result<Result<Value, Refusal>, SwarmError> {
    let question = Question::new(format!("$JS.API.{subject}"), body.to_string());
    let answer = json(link, &link.ask_jetstream(&question, deadline).await?)?;
    Ok(match Refusal::in_answer(&answer) {
        Some(refusal) => Err(refusal),
        None => Ok(answer),
    })
}

fn json(link: &Link, message: &Message) -> Result<Value, SwarmError> {
    serde_json::from_slice(&message.payload).map_err(|error| trouble::unexpected(&link.address, &error.to_string()))
}

/// Looks whether there is JetStream.
pub(super) async fn look(link: &Link) -> Result<(), SwarmError> {
    let question = Question::new("$JS.API.INFO", "");
    let answer = match link.ask(&question, link.deadline()).await {
        Ok(answer) => answer,
        Err(Unanswered::Nobody) => return Err(trouble::no_jetstream(&link.address)),
        Err(unanswered) => return Err(unanswered.in_the_end(link)),
    };
    match Refusal::in_answer(&json(link, &answer.message)?) {
        None => Ok(()),
        Some(refusal) if Refusal::NO_JETSTREAM.contains(&refusal.code) => Err(trouble::no_jetstream(&link.address)),
        Some(refusal) => Err(trouble::refused(&link.address, "use JetStream", &refusal)),
    }
}

/// The names of all streams with subjects that these stand for.
pub(super) async fn streams(link: &Link, subjects: &str) -> Result<Vec<String>, SwarmError> {
    let mut names: Vec<String> = Vec::new();
    loop {
        let body = json!({ "subject": subjects, "offset": names.len() });
        let answer = request(link, "STREAM.NAMES", &body, link.deadline()).await?;
        let answer = answer.map_err(|refusal| trouble::refused(&link.address, "list streams", &refusal))?;
        let page = answer["streams"].as_array().map(Vec::as_slice).unwrap_or_default();
        names.extend(page.iter().filter_map(|name| name.as_str().map(str::to_owned)));
        if page.is_empty() || names.len() as u64 >= answer["total"].as_u64().unwrap_or_default() {
            return Ok(names);
        }
    }
}

/// Deletes a stream. One that is not there is deleted.
pub(super) async fn delete(link: &Link, name: &str) -> Result<(), SwarmError> {
    match request(link, &format!("STREAM.DELETE.{name}"), &json!({}), link.deadline()).await? {
        Err(refusal) if refusal.code != Refusal::NO_STREAM => {
            Err(trouble::refused(&link.address, "delete a campaign", &refusal))
        }
        _ => Ok(()),
    }
}

/// A stream of a campaign.
#[derive(Clone)]
pub(super) struct Stream {
    pub(super) name: String,
    campaign: String,
    /// How many bytes it keeps, if there is a limit.
    pub(super) limit: Option<u64>,
}

/// A message of a stream.
pub(super) struct Stored {
    pub(super) headers: HeaderMap,
    pub(super) payload: Bytes,
}

impl Stream {
    /// Finds a stream.
    pub(super) async fn find(link: &Link, campaign: &str, name: &str) -> Result<Option<Self>, SwarmError> {
        match request(link, &format!("STREAM.INFO.{name}"), &json!({}), link.deadline()).await? {
            Ok(answer) => Ok(Some(Self::described(campaign, name, &answer))),
            Err(refusal) if refusal.code == Refusal::NO_STREAM => Ok(None),
            Err(refusal) => Err(trouble::refused(&link.address, "look for a campaign", &refusal)),
        }
    }

    /// Finds a stream, or makes it. It keeps all messages of these subjects, or the last of each.
    ///
    /// Bytes that a stream may have are set apart for it, and one that wants more than is left is refused: then what there is is found by halving,
    /// and a quarter of it taken, for others are to come.
    pub(super) async fn make(
        link: &Link,
        campaign: &str,
        name: &str,
        subjects: &str,
        last_only: bool,
    ) -> Result<Self, SwarmError> {
        let mut limit = link.limit.max(LEAST);
        loop {
            if let Some(stream) = Self::find(link, campaign, name).await? {
                return Ok(stream);
            }
            let body = json!({
                "name": name,
                "subjects": [subjects],
                "retention": "limits",
                "storage": "file",
                // What is full says so, and forgets nothing.
                "discard": "new",
                "max_bytes": limit,
                "max_msgs_per_subject": if last_only { 1 } else { -1 },
                // With more, a read may be answered by one that is behind.
                "num_replicas": 1,
                "allow_direct": true,
                "duplicate_window": nanoseconds(DUPLICATES.max(link.retry_for * 2)),
            });
            match request(link, &format!("STREAM.CREATE.{name}"), &body, link.deadline()).await? {
                Ok(answer) if limit == link.limit.max(LEAST) => return Ok(Self::described(campaign, name, &answer)),
                Ok(_) => {
                    let mut body = body;
                    body["max_bytes"] = (limit / 4).max(LEAST).into();
                    let answer = request(link, &format!("STREAM.UPDATE.{name}"), &body, link.deadline()).await?;
                    let answer =
                        answer.map_err(|refusal| trouble::refused(&link.address, "keep a campaign", &refusal))?;
                    return Ok(Self::described(campaign, name, &answer));
                }
                // Somebody else was faster, and made it with another limit; or ourselves, and the answer was lost.
                Err(refusal) if refusal.code == Refusal::STREAM_EXISTS => {}
                Err(refusal) if refusal.is_full() && limit > LEAST => limit = (limit / 2).max(LEAST),
                Err(refusal) => return Err(trouble::refused(&link.address, "keep a campaign", &refusal)),
            }
        }
    }

    fn described(campaign: &str, name: &str, answer: &Value) -> Self {
        let limit = answer["config"]["max_bytes"].as_i64().and_then(|limit| u64::try_from(limit).ok());
        Self { name: name.to_owned(), campaign: campaign.to_owned(), limit }
    }

    /// Asks something that only this stream answers, until the deadline. Servers do not answer for a stream that was deleted, so that one that is
    /// silent is asked whether it has it.
    pub(super) async fn ask(&self, link: &Link, question: &Question, deadline: Instant) -> Result<Answer, Unanswered> {
        let mut again = false;
        loop {
            match link.ask(question, deadline).await {
                Ok(answer) => return Ok(Answer { again: again || answer.again, ..answer }),
                Err(unanswered @ (Unanswered::Silent | Unanswered::Nobody)) => {
                    if link.is_connected() {
                        self.must_be_there(link).await.map_err(Unanswered::Never)?;
                    }
                    if Instant::now() >= deadline {
                        return Err(unanswered);
                    }
                    link.pause().await;
                }
                Err(unanswered) => return Err(unanswered),
            }
            again = true;
        }
    }

    pub(super) async fn must_ask(&self, link: &Link, question: &Question) -> Result<Answer, SwarmError> {
        self.ask(link, question, link.deadline()).await.map_err(|unanswered| unanswered.in_the_end(link))
    }

    /// Fails if the stream was deleted.
    pub(super) async fn must_be_there(&self, link: &Link) -> Result<(), SwarmError> {
        Self::find(link, &self.campaign, &self.name).await?.map(drop).ok_or_else(|| trouble::gone(&self.campaign))
    }

    /// Stores a message, or only if it is the first of its subject. Whether it was stored.
    pub(super) async fn store(
        &self,
        link: &Link,
        subject: &str,
        message: Stored,
        first_only: bool,
    ) -> Result<bool, SwarmError> {
        let mine = link.client.new_inbox();
        let mut question = Question::new(subject, message.payload);
        question.headers = message.headers;
        question.headers.insert("Nats-Msg-Id", mine.as_str());
        if first_only {
            question.headers.insert("Nats-Expected-Last-Subject-Sequence", "0");
        }
        let answer = self.must_ask(link, &question).await?;
        match Refusal::in_answer(&json(link, &answer.message)?) {
            None => Ok(true),
            Some(refusal) if refusal.code == Refusal::NOT_FIRST => {
                // The first one may be ours, when we have asked before and were not answered.
                let ours = |first: Stored| first.headers.get("Nats-Msg-Id").is_some_and(|id| id.as_str() == mine);
                Ok(answer.again && self.last(link, subject).await?.is_some_and(ours))
            }
            Some(refusal) => Err(trouble::refused(&link.address, "store a message", &refusal)),
        }
    }

    /// The last message of a subject.
    pub(super) async fn last(&self, link: &Link, subject: &str) -> Result<Option<Stored>, SwarmError> {
        let body = json!({ "last_by_subj": subject });
        let question = Question::new(format!("$JS.API.DIRECT.GET.{}", self.name), body.to_string());
        let message = self.must_ask(link, &question).await?.message;
        match message.status {
            Some(StatusCode::NOT_FOUND) => Ok(None),
            Some(status) => Err(trouble::unexpected(&link.address, &status.to_string())),
            None => Ok(Some(Stored { headers: message.headers.unwrap_or_default(), payload: message.payload })),
        }
    }

    /// Deletes the messages of a subject.
    pub(super) async fn purge(&self, link: &Link, subject: &str) -> Result<(), SwarmError> {
        let body = json!({ "filter": subject });
        let answer = request(link, &format!("STREAM.PURGE.{}", self.name), &body, link.deadline()).await?;
        answer.map(drop).map_err(|refusal| self.refused(link, "delete a record", &refusal))
    }

    /// The number of the last message that was stored.
    pub(super) async fn last_number(&self, link: &Link) -> Result<u64, SwarmError> {
        let answer = request(link, &format!("STREAM.INFO.{}", self.name), &json!({}), link.deadline()).await?;
        let answer = answer.map_err(|refusal| self.refused(link, "describe a queue", &refusal))?;
        number(link, &answer["state"]["last_seq"])
    }

    /// Makes a consumer: with a name, it is one for all who ask for it. What the server says of it.
    pub(super) async fn consumer(&self, link: &Link, name: Option<&str>, config: &Value) -> Result<Value, SwarmError> {
        if let Some(name) = name {
            match request(link, &format!("CONSUMER.INFO.{}.{name}", self.name), &json!({}), link.deadline()).await? {
                Ok(answer) => return Ok(answer),
                Err(refusal) if refusal.code == Refusal::NO_CONSUMER => {}
                Err(refusal) => return Err(self.refused(link, "describe a queue", &refusal)),
            }
        }
        let subject = match name {
            Some(name) => format!("CONSUMER.DURABLE.CREATE.{}.{name}", self.name),
            None => format!("CONSUMER.CREATE.{}", self.name),
        };
        let body = json!({ "stream_name": self.name, "config": config });
        let answer = request(link, &subject, &body, link.deadline()).await?;
        answer.map_err(|refusal| self.refused(link, "deliver messages", &refusal))
    }

    fn refused(&self, link: &Link, what: &str, refusal: &Refusal) -> SwarmError {
        match refusal.code {
            Refusal::NO_STREAM => trouble::gone(&self.campaign),
            _ => trouble::refused(&link.address, what, refusal),
        }
    }
}

/// A number of an answer.
pub(super) fn number(link: &Link, value: &Value) -> Result<u64, SwarmError> {
    value.as_u64().ok_or_else(|| trouble::unexpected(&link.address, &format!("{value} for a number")))
}

pub(super) fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.min(crate::YEAR).as_nanos()).expect("a year fits")
}

/// What the subject says on which a delivered message is acknowledged.
pub(super) struct Delivered {
    /// How often it was delivered.
    pub(super) times: u32,
    /// Its number in the stream.
    pub(super) number: u64,
    /// How many messages the consumer had delivered with it.
    pub(super) count: u64,
    /// How many more there are.
    pub(super) pending: u64,
}

impl Delivered {
    /// `$JS.ACK.STREAM.CONSUMER.TIMES.NUMBER.COUNT.TIME.PENDING`; later servers put domain and account before the stream, and a word behind.
    pub(super) fn parse(reply: &str) -> Option<Self> {
        let words: Vec<&str> = reply.split('.').collect();
        let from = match words.len() {
            9 => 4,
            11.. => 6,
            _ => return None,
        };
        let [times, number, count, _, pending] = words[from..from + 5] else { return None };
        Some(Self {
            times: times.parse().ok()?,
            number: number.parse().ok()?,
            count: count.parse().ok()?,
            pending: pending.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_of_deliveries() {
        for reply in [
            "$JS.ACK.s.c.3.17.20.1668000000.5",
            "$JS.ACK._.hash.s.c.3.17.20.1668000000.5",
            "$JS.ACK.d.hash.s.c.3.17.20.1668000000.5.x",
        ] {
            let delivered = Delivered::parse(reply).unwrap();
            assert_eq!((delivered.times, delivered.number, delivered.count, delivered.pending), (3, 17, 20, 5));
        }
        for reply in ["", "$JS.ACK.s.c.3.17.20.1668000000", "$JS.ACK.s.c.x.17.20.1668000000.5"] {
            assert!(Delivered::parse(reply).is_none());
        }
    }
}
