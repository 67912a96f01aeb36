//! Objects by content: their pieces as messages, and one more that says how large the object is. That one is stored when all pieces are; an
//! object without it is not there. Whoever puts the same object at the same time stores the same pieces under the same subjects, of which
//! the server takes each once, so that nobody disturbs anybody.

use std::sync::Arc;

use async_nats::HeaderMap;
use bytes::Bytes;
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};

use crate::nats::api::{Stored, Stream};
use crate::nats::link::Link;
use crate::nats::trouble;
use crate::{Digest, SwarmError};

/// The size of a piece, where the server takes messages of that size.
const PIECE: usize = 128 << 10;
/// How many pieces are on the way at once.
const AT_ONCE: usize = 16;

/// The objects of a campaign.
#[derive(Clone)]
pub(super) struct Objects {
    link: Arc<Link>,
    stream: Stream,
    subject: String,
}

impl Objects {
    pub(super) fn new(link: Arc<Link>, campaign: &str, stream: Stream) -> Self {
        Self { link, stream, subject: format!("deadheat.{campaign}.objects") }
    }

    /// How large a message may be.
    pub(super) fn largest_message(&self) -> usize {
        self.link.client.max_payload()
    }

    fn size_subject(&self, name: &Digest) -> String {
        format!("{}.{name}.size", self.subject)
    }

    /// A piece's subject has its size in it: a server that was started with another limit gets other pieces.
    fn piece_subject(&self, name: &Digest, piece: usize, index: usize) -> String {
        format!("{}.{name}.{piece}.{index}", self.subject)
    }

    pub(super) async fn put(&self, content: &[u8]) -> Result<Digest, SwarmError> {
        let name = Digest::of(content);
        let size = self.size_subject(&name);
        if self.stream.last(&self.link, &size).await?.is_some() {
            return Ok(name);
        }
        if let Some(limit) = self.stream.limit.filter(|&limit| content.len() as u64 > limit) {
            return Err(trouble::too_large(content.len(), limit));
        }
        let piece = PIECE.min(self.largest_message() / 2).max(1);
        stream::iter(content.chunks(piece).enumerate())
            .map(|(index, bytes)| self.store(self.piece_subject(&name, piece, index), bytes))
            .buffer_unordered(AT_ONCE)
            .try_collect::<()>()
            .await?;
        self.store(size, format!("{} {piece}", content.len()).as_bytes()).await?;
        Ok(name)
    }

    async fn store(&self, subject: String, bytes: &[u8]) -> Result<(), SwarmError> {
        let message = Stored { headers: HeaderMap::new(), payload: Bytes::copy_from_slice(bytes) };
        self.stream.store(&self.link, &subject, message, true).await.map(drop)
    }

    pub(super) async fn get(&self, name: &Digest) -> Result<Option<Vec<u8>>, SwarmError> {
        let Some(description) = self.stream.last(&self.link, &self.size_subject(name)).await? else { return Ok(None) };
        let damaged = || trouble::damaged(&name.to_string());
        let description = std::str::from_utf8(&description.payload).ok();
        let (size, piece) = description.and_then(|text| text.split_once(' ')).ok_or_else(damaged)?;
        let (Ok(size), Ok(piece @ 1..)) = (size.parse::<usize>(), piece.parse::<usize>()) else {
            return Err(damaged());
        };
        // Not made as large as somebody says that it is.
        let mut content = Vec::new();
        let mut pieces = stream::iter(0..size.div_ceil(piece))
            .map(|index| async move { self.stream.last(&self.link, &self.piece_subject(name, piece, index)).await })
            .buffered(AT_ONCE);
        while let Some(found) = pieces.next().await {
            content.extend_from_slice(&found?.ok_or_else(damaged)?.payload);
        }
        if content.len() != size || Digest::of(&content) != *name {
            return Err(damaged());
        }
        Ok(Some(content))
    }
}
