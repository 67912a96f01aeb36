//! DEFLATE compression for `java.util.zip.Deflater`, on `miniz_oxide`.
//!
//! What comes out decompresses to what went in, but is not byte for byte what zlib makes. A preset dictionary is named in
//! the header as it must be, yet never referred to: that is a correct stream, only longer than it need be.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};

use super::inflate::adler32;

/// Bits of a raw stream's window; negative means "no header".
const RAW_WINDOW: i32 = -15;

/// What the caller wants to be complete when the call ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flush {
    /// Nothing.
    No,
    /// Everything so far.
    Sync,
    /// Everything so far, and nothing later refers to it.
    Full,
    /// The stream.
    Finish,
}

/// What a call did.
#[derive(Clone, Copy, Debug)]
pub struct Deflated {
    /// Bytes of input taken.
    pub read: usize,
    /// Bytes of output made.
    pub written: usize,
    /// The stream is complete.
    pub finished: bool,
}

/// A stream being compressed.
#[derive(Clone)]
pub struct Deflate {
    inner: Box<CompressorOxide>,
    wrapped: bool,
    level: i32,
    strategy: i32,
    dictionary: Option<u32>,
    check: u32,
    /// Bytes that are ready and found no room: the header at first, the check at last.
    pending: Vec<u8>,
    began: bool,
    body_done: bool,
    /// The last call was a flush that has been completed: to ask again adds nothing.
    flushed: bool,
}

impl Deflate {
    /// A new stream; a wrapped one has zlib's header and check.
    pub fn new(level: i32, strategy: i32, wrapped: bool) -> Deflate {
        Deflate {
            inner: Box::new(CompressorOxide::new(create_comp_flags_from_zip_params(level, RAW_WINDOW, strategy))),
            wrapped,
            level,
            strategy,
            dictionary: None,
            check: 1,
            pending: Vec::new(),
            began: false,
            body_done: false,
            flushed: true,
        }
    }

    /// Back to the beginning.
    pub fn reset(&mut self) {
        *self = Deflate::new(self.level, self.strategy, self.wrapped);
    }

    /// The Adler-32 that `getAdler` shows.
    pub fn adler(&self) -> u32 {
        self.check
    }

    /// Sets the dictionary; false when it is too late.
    pub fn set_dictionary(&mut self, bytes: &[u8]) -> bool {
        if self.began && self.wrapped {
            return false;
        }
        let id = adler32(1, bytes);
        self.dictionary = Some(id);
        if self.wrapped {
            self.check = id;
        }
        true
    }

    /// Changes level and strategy for what follows; complete so far, so that the change is clean.
    pub fn set_params(&mut self, level: i32, strategy: i32, input: &[u8], output: &mut [u8]) -> Deflated {
        let done = if self.began {
            self.run(input, output, Flush::Sync)
        } else {
            Deflated { read: 0, written: 0, finished: false }
        };
        if done.read == input.len() || !self.began {
            self.level = level;
            self.strategy = strategy;
            if !self.began {
                *self.inner = CompressorOxide::new(create_comp_flags_from_zip_params(level, RAW_WINDOW, strategy));
            } else if let Ok(level) = u8::try_from(if level < 0 { 6 } else { level }) {
                self.inner.set_compression_level_raw(level);
            }
        }
        done
    }

    fn begin(&mut self) {
        self.began = true;
        if !self.wrapped {
            return;
        }
        let effort: u32 = match self.level {
            _ if self.strategy >= 2 => 0,
            -1 | 6 => 2,
            0 | 1 => 0,
            2..=5 => 1,
            _ => 3,
        };
        let mut header = 0x7800 | effort << 6 | if self.dictionary.is_some() { 0x20 } else { 0 };
        header += 31 - header % 31;
        self.pending.extend_from_slice(&(header as u16).to_be_bytes());
        if let Some(id) = self.dictionary {
            self.pending.extend_from_slice(&id.to_be_bytes());
        }
        self.check = 1;
    }

    fn drain(&mut self, output: &mut [u8]) -> usize {
        let n = self.pending.len().min(output.len());
        output[..n].copy_from_slice(&self.pending[..n]);
        self.pending.drain(..n);
        n
    }

    /// Compresses as much as fits.
    pub fn run(&mut self, input: &[u8], output: &mut [u8], flush: Flush) -> Deflated {
        if !self.began {
            self.begin();
        }
        let mut done = Deflated { read: 0, written: self.drain(output), finished: false };
        let idle = input.is_empty() && (flush == Flush::No || self.flushed && flush != Flush::Finish);
        if !self.body_done && !idle && done.written < output.len() {
            let how = match flush {
                Flush::No => TDEFLFlush::None,
                Flush::Sync => TDEFLFlush::Sync,
                Flush::Full => TDEFLFlush::Full,
                Flush::Finish => TDEFLFlush::Finish,
            };
            let (status, read, written) = compress(&mut self.inner, input, &mut output[done.written..], how);
            if self.wrapped {
                self.check = adler32(self.check, &input[..read]);
            }
            done.read = read;
            done.written += written;
            self.flushed = matches!(flush, Flush::Sync | Flush::Full) && done.written < output.len();
            if status == TDEFLStatus::Done {
                self.body_done = true;
                if self.wrapped {
                    self.pending.extend_from_slice(&self.check.to_be_bytes());
                }
            }
        }
        done.written += self.drain(&mut output[done.written..]);
        done.finished = self.body_done && self.pending.is_empty();
        done
    }
}
