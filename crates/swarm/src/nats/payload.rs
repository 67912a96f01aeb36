//! Jobs and records that are too large for a message: they become objects, and the message names them.

use async_nats::HeaderMap;
use bytes::Bytes;

use crate::nats::api::Stored;
use crate::nats::objects::Objects;
use crate::nats::trouble;
use crate::{Digest, SwarmError};

/// Beyond this a content becomes an object: many messages are on the way at once.
const LARGEST: usize = 256 << 10;
/// What a message has besides its content.
const HEADERS: usize = 4 << 10;
const OBJECT: &str = "Deadheat-Object";

/// Puts contents into messages, and takes them out again.
#[derive(Clone)]
pub(super) struct Payloads {
    objects: Objects,
}

impl Payloads {
    pub(super) fn new(objects: Objects) -> Self {
        Self { objects }
    }

    pub(super) async fn pack(&self, content: &[u8]) -> Result<Stored, SwarmError> {
        let mut headers = HeaderMap::new();
        if content.len() <= LARGEST.min(self.objects.largest_message().saturating_sub(HEADERS)) {
            return Ok(Stored { headers, payload: Bytes::copy_from_slice(content) });
        }
        let name = self.objects.put(content).await?;
        headers.insert(OBJECT, name.to_string());
        Ok(Stored { headers, payload: Bytes::new() })
    }

    pub(super) async fn unpack(&self, headers: Option<&HeaderMap>, payload: Bytes) -> Result<Vec<u8>, SwarmError> {
        let Some(name) = headers.and_then(|headers| headers.get(OBJECT)) else { return Ok(payload.into()) };
        let object = match name.as_str().parse::<Digest>() {
            Ok(digest) => self.objects.get(&digest).await?,
            Err(_) => None,
        };
        object.ok_or_else(|| trouble::damaged(name.as_str()))
    }
}
