//! Jars that agents add, while a program runs, to what the built-in loaders know.

use std::sync::Arc;

use crate::classpath::ClassPath;
use crate::host::inode::fold;
use crate::host::{Errno, Host};

/// Bytes of such a jar that are read at once.
const PART: usize = 1 << 16;

/// A jar that was added.
#[derive(Clone, Debug)]
pub struct Appended {
    /// For the boot loader, else for the system loader.
    pub to_boot: bool,
    /// A hash of it.
    pub digest: u64,
    /// What is in it.
    pub jar: Arc<ClassPath>,
}

/// A hash of the jars that were added, in order.
pub(super) fn hash(jars: &[Appended]) -> u64 {
    jars.iter().fold(0, |hash, jar| fold(hash, jar.digest))
}

impl Host {
    /// The jars that were added on this path, in order.
    pub fn appended(&self) -> &[Appended] {
        &self.state.appended
    }

    /// Adds a jar.
    pub fn append(&mut self, jar: Appended) {
        Arc::make_mut(&mut self.state.appended).push(jar);
    }

    /// All of a file, as the guest sees it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_whole(&mut self, path: &[u8], now: i64) -> Result<Vec<u8>, Errno> {
        let file = self.open(path, 0, 0, now)?;
        let mut bytes = Vec::new();
        let read = loop {
            let end = bytes.len();
            bytes.resize(end + PART, 0);
            match self.read_at(file, &mut bytes[end..], end as u64) {
                Ok(read) => {
                    bytes.truncate(end + read);
                    if read == 0 {
                        break Ok(bytes);
                    }
                }
                Err(error) => break Err(error),
            }
        };
        self.close(file)?;
        read
    }
}
