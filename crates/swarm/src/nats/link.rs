//! The connection, and how anything is asked: again and again until there is an answer, or the time is over.
//!
//! A request is lost with the connection that carried it, and the client does not say so: it connects anew, and the asker waits. So each attempt ends
//! with the connection, and the next one begins when there is another. An attempt that is given up may still be answered. That does no harm, but for a
//! job: it would be nobody's until the patience for its taker is over, and it would look as if it had killed one. It is given back at once.

use std::future::Future;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::{Client, Event, HeaderMap, Message, Request, RequestErrorKind};
use bytes::Bytes;
use tokio::runtime::Runtime;
use tokio::sync::{oneshot, watch};

use crate::SwarmError;
use crate::nats::{NatsOptions, trouble};

/// How long one attempt waits beyond the time that the server may take.
const ATTEMPT: Duration = Duration::from_secs(3);
/// Between two attempts that were not answered, and between two looks whether there is a connection.
const PAUSE: Duration = Duration::from_millis(20);
/// The longest pause between two attempts to connect.
const RECONNECT: Duration = Duration::from_millis(500);
/// How often a quiet server is asked whether it is alive; after two questions without an answer the connection is given up.
const PING: Duration = Duration::from_secs(10);

/// The prefix of subjects on which jobs are acknowledged.
const ACKNOWLEDGE: &str = "$JS.ACK.";

/// A connection to a server.
pub(super) struct Link {
    /// Drives the client. `None` while it is being dropped.
    runtime: Option<Runtime>,
    pub(super) client: Client,
    /// Changes when a connection is made or lost, or a moment later.
    changes: watch::Receiver<()>,
    /// The last thing that the server complained of, beside all questions: what is not allowed is not answered.
    complaints: watch::Receiver<String>,
    /// Since when nothing was answered.
    silent_since: Mutex<Option<Instant>>,
    pub(super) retry_for: Duration,
    pub(super) patience: Duration,
    pub(super) limit: u64,
    pub(super) address: String,
}

/// What is asked.
pub(super) struct Question {
    pub(super) subject: String,
    pub(super) headers: HeaderMap,
    pub(super) payload: Bytes,
    /// How long the server may take.
    pub(super) takes: Duration,
    /// Whether the answer is a message of a stream, delivered under its own subject: then it does not say which question it answers, and the
    /// question needs a subscription of its own.
    pub(super) delivers: bool,
}

impl Question {
    pub(super) fn new(subject: impl Into<String>, payload: impl Into<Bytes>) -> Self {
        Self {
            subject: subject.into(),
            headers: HeaderMap::new(),
            payload: payload.into(),
            takes: Duration::ZERO,
            delivers: false,
        }
    }
}

/// An answer, and whether it may be one to a question that was asked before: then what was asked for may have been done twice.
pub(super) struct Answer {
    pub(super) message: Message,
    pub(super) again: bool,
}

/// Why there is no answer.
pub(super) enum Unanswered {
    /// The connection is lost.
    Lost,
    /// The server says nothing.
    Silent,
    /// The server says that nobody is there who would answer.
    Nobody,
    /// There never will be one.
    Never(SwarmError),
}

impl Unanswered {
    /// The error that this is when there is no more time.
    pub(super) fn in_the_end(self, link: &Link) -> SwarmError {
        match self {
            Self::Lost => link.unreachable("the connection is lost"),
            Self::Silent => link.unreachable("no answer"),
            Self::Nobody => link.unreachable("it has no JetStream"),
            Self::Never(error) => error,
        }
    }
}

impl Link {
    pub(super) fn connect(options: &NatsOptions) -> Result<Self, SwarmError> {
        let servers = options.servers()?;
        let address = options.shown();
        let secured = options.tls || servers.iter().any(|server| server.tls_required());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("nats")
            .enable_all()
            .build()
            .map_err(|error| trouble::client(&address, &error.to_string()))?;
        let (change, changes) = watch::channel(());
        let (complaint, complaints) = watch::channel(String::new());
        let (change, complaint) = (Arc::new(change), Arc::new(complaint));
        let client = runtime.block_on(async {
            let settings = options.credentials(&servers).await?;
            let settings = settings
                .name("deadheat")
                .max_reconnects(None)
                .ping_interval(PING)
                .reconnect_delay_callback(|attempts| match attempts {
                    0 | 1 => Duration::ZERO,
                    more => (Duration::from_millis(10) * 2u32.pow((more - 2).min(16) as u32)).min(RECONNECT),
                })
                .event_callback(move |event| {
                    let (change, complaint) = (Arc::clone(&change), Arc::clone(&complaint));
                    async move {
                        match event {
                            Event::Connected | Event::Disconnected => change.send_modify(|()| {}),
                            Event::ServerError(error) => drop(complaint.send_replace(error.to_string())),
                            _ => {}
                        }
                    }
                });
            settings.connect(servers).await.map_err(|error| trouble::connection(&address, secured, &error))
        })?;
        Ok(Self {
            runtime: Some(runtime),
            client,
            changes,
            complaints,
            silent_since: Mutex::new(None),
            retry_for: options.retry_for,
            patience: options.patience,
            limit: options.limit,
            address,
        })
    }

    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.as_ref().expect("there is one until it is dropped").block_on(future)
    }

    /// The moment until which something is asked again that has no deadline of its own.
    pub(super) fn deadline(&self) -> Instant {
        crate::moment(self.retry_for)
    }

    /// For how long the server has not been heard of, if somebody asked for it.
    pub(super) fn silent_for(&self) -> Duration {
        crate::lock(&self.silent_since).map_or(Duration::ZERO, |since| since.elapsed())
    }

    pub(super) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    pub(super) fn unreachable(&self, reason: &str) -> SwarmError {
        trouble::unreachable(&self.address, self.silent_for().max(Duration::from_secs(1)), reason)
    }

    /// Asks on this connection and on those that follow until the deadline.
    pub(super) async fn ask(&self, question: &Question, deadline: Instant) -> Result<Answer, Unanswered> {
        let mut again = false;
        loop {
            match self.attempt(question, deadline).await {
                Ok(message) => {
                    *crate::lock(&self.silent_since) = None;
                    return Ok(Answer { message, again });
                }
                Err(Unanswered::Lost) if Instant::now() < deadline => again = true,
                Err(unanswered) => {
                    crate::lock(&self.silent_since).get_or_insert_with(Instant::now);
                    return Err(unanswered);
                }
            }
        }
    }

    /// Asks what any server with JetStream answers, and asks again: one that has just been started may need a moment.
    pub(super) async fn ask_jetstream(&self, question: &Question, deadline: Instant) -> Result<Message, SwarmError> {
        loop {
            match self.ask(question, deadline).await {
                Ok(answer) => return Ok(answer.message),
                Err(Unanswered::Silent | Unanswered::Nobody) if Instant::now() < deadline => self.pause().await,
                Err(unanswered) => return Err(unanswered.in_the_end(self)),
            }
        }
    }

    /// Ends at the first moment behind the deadline at which there is no connection, or when the server has had so much more time.
    pub(super) async fn away_at(&self, deadline: Instant, more: Duration) {
        tokio::time::sleep_until(deadline.into()).await;
        while self.is_connected() && deadline.elapsed() < more {
            self.pause().await;
        }
    }

    /// A moment between two questions.
    pub(super) async fn pause(&self) {
        tokio::time::sleep(PAUSE).await;
    }

    async fn attempt(&self, question: &Question, deadline: Instant) -> Result<Message, Unanswered> {
        let mut complaints = self.complaints.clone();
        // Not those of before.
        complaints.borrow_and_update();
        // What is given to the client now would be sent later, and asked twice.
        while !self.is_connected() {
            crate::lock(&self.silent_since).get_or_insert_with(Instant::now);
            if Instant::now() >= deadline {
                return Err(Unanswered::Lost);
            }
            self.pause().await;
        }
        let connection = self.connection();
        let request = Request::new().payload(question.payload.clone()).timeout(Some(question.takes + ATTEMPT));
        let request = if question.headers.is_empty() { request } else { request.headers(question.headers.clone()) };
        let request = if question.delivers { request.inbox(self.client.new_inbox()) } else { request };
        let (sender, receiver) = oneshot::channel();
        let (client, subject) = (self.client.clone(), question.subject.clone());
        tokio::spawn(async move {
            let answer = client.send_request(subject, request).await;
            if let Err(Ok(unheard)) = sender.send(answer)
                && let Some(reply) = unheard.reply.filter(|reply| reply.starts_with(ACKNOWLEDGE))
            {
                let _ = client.publish(reply, "-NAK".into()).await;
            }
        });
        let forbidden = format!("Permissions Violation for Publish to \"{}\"", question.subject);
        // The server's clock may be late: it is waited for a little longer than the deadline.
        let limit = (deadline + ATTEMPT).min(Instant::now() + question.takes + ATTEMPT);
        let answer = tokio::select! {
            // An answer that is there is taken: it may be a job.
            biased;
            answer = receiver => answer,
            () = self.lost(connection) => return Err(Unanswered::Lost),
            () = complained(complaints, &forbidden) => {
                return Err(Unanswered::Never(trouble::forbidden(&self.address, &question.subject)));
            }
            () = tokio::time::sleep_until(limit.into()) => return Err(Unanswered::Silent),
        };
        match answer {
            Ok(Ok(message)) => Ok(message),
            Ok(Err(error)) => Err(match error.kind() {
                RequestErrorKind::TimedOut => Unanswered::Silent,
                RequestErrorKind::NoResponders => Unanswered::Nobody,
                RequestErrorKind::MaxPayloadExceeded => Unanswered::Never(trouble::too_long(self.client.max_payload())),
                RequestErrorKind::InvalidSubject | RequestErrorKind::Other => {
                    Unanswered::Never(trouble::client(&self.address, &error.to_string()))
                }
            }),
            Err(_) => Err(Unanswered::Never(trouble::client(&self.address, "its thread has ended"))),
        }
    }

    /// The number of the last connection that was made.
    pub(super) fn connection(&self) -> u64 {
        self.client.statistics().connects.load(Ordering::SeqCst)
    }

    /// Ends when this connection is lost.
    pub(super) async fn lost(&self, connection: u64) {
        let mut changes = self.changes.clone();
        while self.is_connected() && self.connection() == connection {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}

/// Waits until the server complains of this.
async fn complained(mut complaints: watch::Receiver<String>, of: &str) {
    while complaints.changed().await.is_ok() {
        if complaints.borrow_and_update().contains(of) {
            return;
        }
    }
    // The client has ended, which others find out.
    std::future::pending().await
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Nothing that it still does is waited for: whoever wants to know asks and waits.
            runtime.shutdown_background();
        }
    }
}
