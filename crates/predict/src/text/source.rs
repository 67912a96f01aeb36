//! From bytes to lines: plain or in gzip, one line at a time, of bounded length.
//!
//! Traces have gigabytes, so no more than a line and a buffer is ever held. Something that is no trace at all, a disk image say, may have no
//! line ends: the bound makes that an error, not a lack of memory.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

use super::TextTrace;
use super::error::{Problem, ReadError};
use super::reader::Reader;

/// The most bytes that a line can have.
pub(super) const LONGEST: usize = 64 * 1024;

/// How much is read at once.
pub(super) const BUFFER: usize = 256 * 1024;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads the lines of plain or compressed input, up to so many events.
pub(super) fn lines_of(mut input: impl BufRead, most: usize) -> Result<TextTrace, ReadError> {
    let mut start = Vec::with_capacity(GZIP.len());
    if let Err(error) = input.by_ref().take(GZIP.len() as u64).read_to_end(&mut start) {
        return Err(ReadError { file: None, line: None, problem: Problem::Io(error) });
    }
    let gzipped = start == GZIP;
    let whole = Cursor::new(start).chain(input);
    if gzipped {
        let plain = BufReader::with_capacity(BUFFER, MultiGzDecoder::new(whole));
        feed(Source { input: plain, gzipped, buffer: Vec::new(), number: 0 }, most)
    } else {
        feed(Source { input: whole, gzipped, buffer: Vec::new(), number: 0 }, most)
    }
}

fn feed(mut source: Source<impl BufRead>, most: usize) -> Result<TextTrace, ReadError> {
    let mut reader = Reader::default();
    let result = loop {
        match source.next() {
            Ok(true) if reader.events() >= most => break Ok(false),
            Ok(true) => {}
            Ok(false) => break Ok(true),
            Err(problem) => break Err(problem),
        }
        if let Err(problem) = reader.line(&source.buffer, source.number) {
            break Err(problem);
        }
    };
    match result {
        Ok(complete) => Ok(TextTrace { complete, ..reader.finish() }),
        Err(problem) => Err(ReadError { file: None, line: Some(source.number), problem }),
    }
}

struct Source<R> {
    input: R,
    gzipped: bool,
    /// The line, without its end.
    buffer: Vec<u8>,
    /// Its number, from 1.
    number: u64,
}

impl<R: BufRead> Source<R> {
    /// Goes to the next line, if there is one.
    fn next(&mut self) -> Result<bool, Problem> {
        self.buffer.clear();
        self.number += 1;
        // With its end.
        let most = LONGEST + 2;
        let read = (&mut self.input).take(most as u64).read_until(b'\n', &mut self.buffer);
        let count = read.map_err(|error| self.unreadable(error))?;
        if self.buffer.pop_if(|last| *last == b'\n').is_some() {
            self.buffer.pop_if(|last| *last == b'\r');
        }
        if self.buffer.len() > LONGEST {
            return Err(Problem::TooLong);
        }
        if self.number == 1 && self.buffer.starts_with(BYTE_ORDER_MARK) {
            self.buffer.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(count > 0)
    }

    fn unreadable(&self, error: io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::UnexpectedEof if self.gzipped => Problem::TruncatedGzip,
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData if self.gzipped => Problem::DamagedGzip,
            _ => Problem::Io(error),
        }
    }
}
