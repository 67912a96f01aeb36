//! DEFLATE decompression (RFC 1950, RFC 1951) that can stop at any byte, for `java.util.zip.Inflater`.
//!
//! Why not a library: the stream is part of a guest's state, so it must be cheap to copy; preset dictionaries are needed;
//! and a guest sees how many bytes of input were taken and the words of errors, which here are zlib's.

use super::huffman::{Code, Decoded};

/// Bytes that a match can reach back.
const WINDOW: usize = 1 << 15;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Something was done.
    Progress,
    /// Nothing could be done: no input or no room.
    Stuck,
    /// The end of the stream.
    End,
    /// A dictionary is wanted.
    NeedDictionary,
    /// The stream is broken.
    Bad(&'static str),
}

/// What a call did.
#[derive(Clone, Copy, Debug)]
pub struct Inflated {
    /// Bytes of input taken.
    pub read: usize,
    /// Bytes of output made.
    pub written: usize,
    /// How it ended.
    pub status: Status,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Head,
    DictionaryId,
    Dictionary,
    BlockType,
    Stored,
    Copy,
    Table,
    TableLengths,
    CodeLengths,
    Symbol,
    LengthExtra,
    Distance,
    DistanceExtra,
    Match,
    Literal,
    Check,
    Done,
    Bad(&'static str),
}

/// A stream being decompressed.
#[derive(Clone)]
pub struct Inflate {
    mode: Mode,
    wrapped: bool,
    last: bool,
    has_dictionary: bool,
    hold: u64,
    bits: u32,
    check: u32,
    adler: u32,
    sizes: (usize, usize, usize),
    have: usize,
    lens: [u8; 320],
    length: usize,
    distance: usize,
    extra: u32,
    lengths: Code,
    distances: Code,
    window: Vec<u8>,
    /// Bytes put into the window so far.
    total: usize,
}

/// The order in which lengths of the code-length code come.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

fn length_base(symbol: usize) -> (usize, u32) {
    match symbol {
        0..=7 => (symbol + 3, 0),
        28 => (258, 0),
        _ => {
            let extra = (symbol as u32 - 4) / 4;
            (((4 + (symbol & 3)) << extra) + 3, extra)
        }
    }
}

fn distance_base(symbol: usize) -> (usize, u32) {
    if symbol < 4 {
        return (symbol + 1, 0);
    }
    let extra = (symbol as u32 - 2) / 2;
    (((2 + (symbol & 1)) << extra) + 1, extra)
}

/// Adler-32, continued from `adler`.
pub fn adler32(adler: u32, bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65521;
    let (mut a, mut b) = (adler & 0xffff, adler >> 16);
    for chunk in bytes.chunks(5552) {
        for byte in chunk {
            a += u32::from(*byte);
            b += a;
        }
        a %= MODULUS;
        b %= MODULUS;
    }
    b << 16 | a
}

impl Inflate {
    /// A new stream; a wrapped one has zlib's header and check.
    pub fn new(wrapped: bool) -> Inflate {
        Inflate {
            mode: if wrapped { Mode::Head } else { Mode::BlockType },
            wrapped,
            last: false,
            has_dictionary: false,
            hold: 0,
            bits: 0,
            check: 1,
            adler: u32::from(wrapped),
            sizes: (0, 0, 0),
            have: 0,
            lens: [0; 320],
            length: 0,
            distance: 0,
            extra: 0,
            lengths: Code::EMPTY,
            distances: Code::EMPTY,
            window: Vec::new(),
            total: 0,
        }
    }

    /// Back to the beginning.
    pub fn reset(&mut self) {
        *self = Inflate::new(self.wrapped);
    }

    /// The Adler-32 that `getAdler` shows.
    pub fn adler(&self) -> u32 {
        self.adler
    }

    /// Sets the dictionary; false if none, or another one, is wanted.
    pub fn set_dictionary(&mut self, bytes: &[u8]) -> bool {
        if self.wrapped && (self.mode != Mode::Dictionary || adler32(1, bytes) != self.check) {
            return false;
        }
        for byte in &bytes[bytes.len().saturating_sub(WINDOW)..] {
            self.remember(*byte);
        }
        self.has_dictionary = true;
        true
    }

    fn remember(&mut self, byte: u8) {
        if self.window.is_empty() {
            self.window = vec![0; WINDOW];
        }
        self.window[self.total % WINDOW] = byte;
        self.total += 1;
    }

    fn take(&mut self, bits: u32) -> usize {
        let value = self.hold & ((1 << bits) - 1);
        self.hold >>= bits;
        self.bits -= bits;
        value as usize
    }

    /// Decompresses as much as fits.
    pub fn run(&mut self, input: &[u8], output: &mut [u8]) -> Inflated {
        let (mut read, mut written) = (0, 0);
        let mut checked = 0;
        while self.advance(input, &mut read, output, &mut written) {
            if self.mode == Mode::Check {
                self.update_check(&output[checked..written]);
                checked = written;
            }
        }
        self.update_check(&output[checked..written]);
        let status = match self.mode {
            Mode::Done => Status::End,
            Mode::Bad(why) => Status::Bad(why),
            Mode::Dictionary if !self.has_dictionary => Status::NeedDictionary,
            _ if read == 0 && written == 0 => Status::Stuck,
            _ => Status::Progress,
        };
        Inflated { read, written, status }
    }

    fn update_check(&mut self, bytes: &[u8]) {
        if self.wrapped && !bytes.is_empty() {
            self.check = adler32(self.check, bytes);
            self.adler = self.check;
        }
    }

    fn need(&mut self, bits: u32, input: &[u8], read: &mut usize) -> bool {
        while self.bits < bits {
            let Some(byte) = input.get(*read) else { return false };
            self.hold |= u64::from(*byte) << self.bits;
            self.bits += 8;
            *read += 1;
        }
        true
    }

    /// The next symbol of a code: `Ok(None)` when input is used up.
    fn symbol(&mut self, of_distance: bool, input: &[u8], read: &mut usize) -> Result<Option<usize>, ()> {
        loop {
            let code = if of_distance { &self.distances } else { &self.lengths };
            match code.decode(self.hold, self.bits) {
                Decoded::Symbol(symbol, length) => {
                    self.take(length);
                    return Ok(Some(usize::from(symbol)));
                }
                Decoded::NeedBits => {
                    if !self.need(self.bits + 1, input, read) {
                        return Ok(None);
                    }
                }
                Decoded::Invalid => return Err(()),
            }
        }
    }

    /// One step; false when it cannot go on.
    fn advance(&mut self, input: &[u8], read: &mut usize, output: &mut [u8], written: &mut usize) -> bool {
        match self.mode {
            Mode::Head => {
                if !self.need(16, input, read) {
                    return false;
                }
                self.mode = self.header();
            }
            Mode::DictionaryId => {
                if !self.need(32, input, read) {
                    return false;
                }
                self.check = (self.take(32) as u32).swap_bytes();
                self.adler = self.check;
                self.mode = Mode::Dictionary;
            }
            Mode::Dictionary => {
                if !self.has_dictionary {
                    return false;
                }
                self.check = 1;
                self.adler = 1;
                self.mode = Mode::BlockType;
            }
            Mode::BlockType => {
                if self.last {
                    self.take(self.bits & 7);
                    self.mode = Mode::Check;
                    return true;
                }
                if !self.need(3, input, read) {
                    return false;
                }
                self.mode = self.block_type();
            }
            Mode::Stored => {
                self.take(self.bits & 7);
                if !self.need(32, input, read) {
                    return false;
                }
                let word = self.take(32);
                self.length = word & 0xffff;
                self.mode = if word >> 16 == self.length ^ 0xffff {
                    Mode::Copy
                } else {
                    Mode::Bad("invalid stored block lengths")
                };
            }
            Mode::Copy => {
                if self.length == 0 {
                    self.mode = Mode::BlockType;
                    return true;
                }
                let n = self.length.min(input.len() - *read).min(output.len() - *written);
                if n == 0 {
                    return false;
                }
                for at in 0..n {
                    let byte = input[*read + at];
                    output[*written + at] = byte;
                    self.remember(byte);
                }
                *read += n;
                *written += n;
                self.length -= n;
            }
            Mode::Table | Mode::TableLengths | Mode::CodeLengths => return self.tables(input, read),
            _ => return self.codes(input, read, output, written),
        }
        true
    }

    fn header(&mut self) -> Mode {
        let (first, second) = (self.hold as u32 & 0xff, self.hold as u32 >> 8 & 0xff);
        if (first << 8 | second) % 31 != 0 {
            return Mode::Bad("incorrect header check");
        }
        if first & 15 != 8 {
            return Mode::Bad("unknown compression method");
        }
        if first >> 4 > 7 {
            return Mode::Bad("invalid window size");
        }
        self.take(16);
        self.check = 1;
        self.adler = 1;
        if second & 0x20 != 0 { Mode::DictionaryId } else { Mode::BlockType }
    }

    fn block_type(&mut self) -> Mode {
        self.last = self.take(1) != 0;
        match self.take(2) {
            0 => Mode::Stored,
            1 => {
                let mut lens = [8u8; 288];
                lens[144..256].fill(9);
                lens[256..280].fill(7);
                if let (Some(lengths), Some(distances)) = (Code::new(&lens, true), Code::new(&[5; 32], true)) {
                    self.lengths = lengths;
                    self.distances = distances;
                }
                Mode::Symbol
            }
            2 => Mode::Table,
            _ => Mode::Bad("invalid block type"),
        }
    }

    /// The description of a block's own codes.
    fn tables(&mut self, input: &[u8], read: &mut usize) -> bool {
        match self.mode {
            Mode::Table => {
                if !self.need(14, input, read) {
                    return false;
                }
                self.sizes = (self.take(5) + 257, self.take(5) + 1, self.take(4) + 4);
                self.have = 0;
                self.mode = if self.sizes.0 > 286 || self.sizes.1 > 30 {
                    Mode::Bad("too many length or distance symbols")
                } else {
                    Mode::TableLengths
                };
            }
            Mode::TableLengths => {
                while self.have < self.sizes.2 {
                    if !self.need(3, input, read) {
                        return false;
                    }
                    self.lens[ORDER[self.have]] = self.take(3) as u8;
                    self.have += 1;
                }
                for at in &ORDER[self.have..] {
                    self.lens[*at] = 0;
                }
                self.have = 0;
                match Code::new(&self.lens[..19], false) {
                    Some(code) => {
                        self.lengths = code;
                        self.mode = Mode::CodeLengths;
                    }
                    None => self.mode = Mode::Bad("invalid code lengths set"),
                }
            }
            _ => {
                while self.have < self.sizes.0 + self.sizes.1 {
                    match self.code_length(input, read) {
                        Ok(true) => {}
                        Ok(false) => return false,
                        Err(why) => {
                            self.mode = Mode::Bad(why);
                            return true;
                        }
                    }
                }
                self.mode = self.finish_tables();
            }
        }
        true
    }

    /// One symbol of the lengths; false when input is used up. Nothing is taken before all bits are there.
    fn code_length(&mut self, input: &[u8], read: &mut usize) -> Result<bool, &'static str> {
        let (symbol, length) = loop {
            match self.lengths.decode(self.hold, self.bits) {
                Decoded::Symbol(symbol, length) => break (symbol, length),
                Decoded::NeedBits if self.need(self.bits + 1, input, read) => {}
                Decoded::NeedBits => return Ok(false),
                // Only in an empty code: zlib reads each bit as a length of zero, and complains later.
                Decoded::Invalid => break (0, 1),
            }
        };
        let (bits, base) = match symbol {
            0..16 => {
                self.take(length);
                self.lens[self.have] = symbol as u8;
                self.have += 1;
                return Ok(true);
            }
            16 => (2, 3),
            17 => (3, 3),
            _ => (7, 11),
        };
        if !self.need(length + bits, input, read) {
            return Ok(false);
        }
        self.take(length);
        let value = match (symbol, self.have) {
            (16, 0) => return Err("invalid bit length repeat"),
            (16, have) => self.lens[have - 1],
            _ => 0,
        };
        let n = base + self.take(bits);
        if self.have + n > self.sizes.0 + self.sizes.1 {
            return Err("invalid bit length repeat");
        }
        self.lens[self.have..self.have + n].fill(value);
        self.have += n;
        Ok(true)
    }

    fn finish_tables(&mut self) -> Mode {
        let (lengths, distances) = (self.sizes.0, self.sizes.1);
        if self.lens[256] == 0 {
            return Mode::Bad("invalid code -- missing end-of-block");
        }
        let Some(code) = Code::new(&self.lens[..lengths], true) else {
            return Mode::Bad("invalid literal/lengths set");
        };
        self.lengths = code;
        let Some(code) = Code::new(&self.lens[lengths..lengths + distances], true) else {
            return Mode::Bad("invalid distances set");
        };
        self.distances = code;
        Mode::Symbol
    }

    /// The content of a compressed block, and the end.
    fn codes(&mut self, input: &[u8], read: &mut usize, output: &mut [u8], written: &mut usize) -> bool {
        match self.mode {
            Mode::Symbol => match self.symbol(false, input, read) {
                Ok(None) => return false,
                Ok(Some(256)) => self.mode = Mode::BlockType,
                Ok(Some(symbol)) if symbol < 256 => {
                    self.length = symbol;
                    self.mode = Mode::Literal;
                }
                Ok(Some(symbol)) if symbol < 286 => {
                    (self.length, self.extra) = length_base(symbol - 257);
                    self.mode = Mode::LengthExtra;
                }
                _ => self.mode = Mode::Bad("invalid literal/length code"),
            },
            Mode::Literal => {
                let Some(place) = output.get_mut(*written) else { return false };
                *place = self.length as u8;
                *written += 1;
                self.remember(self.length as u8);
                self.mode = Mode::Symbol;
            }
            Mode::LengthExtra => {
                if !self.need(self.extra, input, read) {
                    return false;
                }
                self.length += self.take(self.extra);
                self.mode = Mode::Distance;
            }
            Mode::Distance => match self.symbol(true, input, read) {
                Ok(None) => return false,
                Ok(Some(symbol)) if symbol < 30 => {
                    (self.distance, self.extra) = distance_base(symbol);
                    self.mode = Mode::DistanceExtra;
                }
                _ => self.mode = Mode::Bad("invalid distance code"),
            },
            Mode::DistanceExtra => {
                if !self.need(self.extra, input, read) {
                    return false;
                }
                self.distance += self.take(self.extra);
                let far = self.distance > self.total.min(WINDOW);
                self.mode = if far { Mode::Bad("invalid distance too far back") } else { Mode::Match };
            }
            Mode::Match => {
                if *written == output.len() {
                    return false;
                }
                let n = self.length.min(output.len() - *written);
                for _ in 0..n {
                    let byte = self.window[(self.total - self.distance) % WINDOW];
                    output[*written] = byte;
                    *written += 1;
                    self.remember(byte);
                }
                self.length -= n;
                if self.length == 0 {
                    self.mode = Mode::Symbol;
                }
            }
            Mode::Check => {
                if self.wrapped {
                    if !self.need(32, input, read) {
                        return false;
                    }
                    if (self.take(32) as u32).swap_bytes() != self.check {
                        self.mode = Mode::Bad("incorrect data check");
                        return true;
                    }
                }
                self.mode = Mode::Done;
            }
            _ => return false,
        }
        true
    }
}
