//! What is known to all: small records by key, and large objects by content.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::SwarmError;

/// The SHA-256 of an object's content: its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The name of this content.
    pub fn of(content: &[u8]) -> Self {
        let digest = ring::digest::digest(&ring::digest::SHA256, content);
        Self(digest.as_ref().try_into().expect("SHA-256 has 32 bytes"))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Reads what it is shown as.
impl FromStr for Digest {
    type Err = SwarmError;

    fn from_str(text: &str) -> Result<Self, SwarmError> {
        let wrong = || SwarmError::new("this is no name of an object", "write 64 hexadecimal digits");
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Self(bytes))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A record as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// When, among all changes of the store: grows with each.
    pub revision: u64,
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: Vec<u8>,
}

/// What is known to all: small records by key, and large objects by content.
///
/// Keys are words of `A-Z a-z 0-9 - _ =`, joined by dots: `result.pursuit-17`. A prefix is one or more whole words: `result` stands for
/// `result.pursuit-17` and `result.part.3`, not for `results.1`, nor for `result` itself. Removed records are no changes.
pub trait Store: Send + Sync {
    /// Writes a record, whatever it was before.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn write(&self, key: &str, value: &[u8]) -> Result<(), SwarmError>;

    /// Writes a record unless there is one of this key. Whether it was written.
    ///
    /// # Errors
    /// If it cannot be kept. Then it may or may not be there.
    fn create(&self, key: &str, value: &[u8]) -> Result<bool, SwarmError>;

    /// Reads a record.
    ///
    /// # Errors
    /// If the server cannot be reached.
    fn read(&self, key: &str) -> Result<Option<Vec<u8>>, SwarmError>;

    /// The records with this prefix that were written after `revision` (0: all of them), oldest first, each as it is now. Waits for at most so
    /// long until there is at least one. A server that is away for a moment has none.
    ///
    /// # Errors
    /// If the server has been away for longer than a moment ([`NatsOptions::retry_for`](crate::NatsOptions::retry_for)).
    fn changes(&self, prefix: &str, revision: u64, wait: Duration) -> Result<Vec<Change>, SwarmError>;

    /// Deletes a record.
    ///
    /// # Errors
    /// If the server cannot be reached.
    fn remove(&self, key: &str) -> Result<(), SwarmError>;

    /// Keeps an object; one that is there already is not sent again.
    ///
    /// # Errors
    /// If it cannot be kept, or is larger than the server allows.
    fn put_object(&self, content: &[u8]) -> Result<Digest, SwarmError>;

    /// Fetches an object; its content was compared with its name.
    ///
    /// # Errors
    /// If the server cannot be reached, or has something else under that name.
    fn object(&self, name: &Digest) -> Result<Option<Vec<u8>>, SwarmError>;
}
