//! What a guest has printed: a property of the path, so it is kept as a list that snapshots share.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deadheat_event::hash::Fnv64;

/// Where output went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// Pieces are joined up to this many bytes.
const CHUNK: usize = 4096;

struct Chunk {
    before: Option<Arc<Chunk>>,
    stream: Stream,
    bytes: Vec<u8>,
}

impl Drop for Chunk {
    /// Drops a long chain without recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(chunk) = next {
            next = Arc::into_inner(chunk).and_then(|mut chunk| chunk.before.take());
        }
    }
}

/// An append-only list of what was printed; a clone costs one reference count.
#[derive(Clone, Default)]
pub struct Output {
    last: Option<Arc<Chunk>>,
    len: u64,
    /// A hash of what went to standard output, where someone compares it.
    hash: Option<Fnv64>,
}

impl Output {
    /// Output that is a part of the state: it will be compared.
    pub fn compared() -> Self {
        Self { hash: Some(Fnv64::default()), ..Self::default() }
    }

    /// A hash of what was written to standard output; 0 where nobody compares it.
    pub fn hash(&self) -> u64 {
        self.hash.filter(|_| self.len > 0).map_or(0, Fnv64::value)
    }

    /// Appends.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) {
        if let Some(hash) = self.hash.as_mut().filter(|_| stream == Stream::Out) {
            hash.write(bytes);
        }
        self.len += bytes.len() as u64;
        if let Some(last) = self.last.as_mut().and_then(Arc::get_mut)
            && last.stream == stream
            && last.bytes.len() + bytes.len() <= CHUNK
        {
            last.bytes.extend_from_slice(bytes);
            return;
        }
        self.last = Some(Arc::new(Chunk { before: self.last.take(), stream, bytes: bytes.to_vec() }));
    }

    /// Bytes printed so far.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether nothing was printed.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Everything, in order.
    pub fn chunks(&self) -> Vec<(Stream, &[u8])> {
        let mut list = Vec::new();
        let mut next = self.last.as_deref();
        while let Some(chunk) = next {
            list.push((chunk.stream, &*chunk.bytes));
            next = chunk.before.as_deref();
        }
        list.reverse();
        list
    }

    /// All that went to one stream.
    pub fn text(&self, stream: Stream) -> Vec<u8> {
        self.chunks().into_iter().filter(|(s, _)| *s == stream).flat_map(|(_, bytes)| bytes.iter().copied()).collect()
    }
}

/// The process's own streams, for a guest that is simply run. Standard output is buffered, but never overtaken by standard
/// error.
pub struct Live {
    out: BufWriter<Box<dyn Write + Send>>,
    err: Box<dyn Write + Send>,
    prompt: bool,
    flushed: Instant,
}

/// Output is held back for at most about this long.
const PATIENCE: Duration = Duration::from_millis(50);

impl Live {
    /// Opens the process's streams.
    pub fn new() -> Live {
        let out = std::io::stdout();
        let prompt = out.is_terminal();
        // A copy of the descriptor, because `Stdout` itself would flush at every line.
        let out: Box<dyn Write + Send> = match out.as_fd().try_clone_to_owned() {
            Ok(fd) => Box::new(File::from(fd)),
            Err(_) => Box::new(out),
        };
        Live {
            out: BufWriter::with_capacity(1 << 16, out),
            err: Box::new(std::io::stderr()),
            prompt,
            flushed: Instant::now(),
        }
    }

    /// Writes; errors (a closed pipe) are ignored, as `System.out` does.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Out => {
                let _ = self.out.write_all(bytes);
                if self.prompt || self.flushed.elapsed() > PATIENCE {
                    self.flush();
                }
            }
            Stream::Err => {
                self.flush();
                let _ = self.err.write_all(bytes);
            }
        }
    }

    /// Hands on what is buffered.
    pub fn flush(&mut self) {
        let _ = self.out.flush();
        self.flushed = Instant::now();
    }
}

impl Default for Live {
    fn default() -> Live {
        Live::new()
    }
}
