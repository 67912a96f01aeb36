//! Canonical Huffman codes, as DEFLATE uses them.

/// Codes up to this length are decoded by one look-up.
const FAST_BITS: u32 = 9;

/// A canonical Huffman code.
#[derive(Clone)]
pub(super) struct Code {
    /// By the next bits: symbol × 16 + length, 0 for longer codes.
    fast: [u16; 1 << FAST_BITS],
    /// Codes of each length.
    count: [u16; 16],
    /// Symbols in the order of their codes.
    symbols: [u16; 288],
    longest: u32,
}

/// What decoding one symbol came to.
pub(super) enum Decoded {
    /// A symbol and the length of its code.
    Symbol(u16, u32),
    /// There may be a symbol when there are more bits.
    NeedBits,
    /// No code begins like this.
    Invalid,
}

impl Code {
    /// No codes at all.
    pub(super) const EMPTY: Code = Code { fast: [0; 1 << FAST_BITS], count: [0; 16], symbols: [0; 288], longest: 0 };

    /// The code with these lengths; none if they are no code. An incomplete one is allowed only if it is a single bit
    /// and `single` is set, or if it is empty.
    pub(super) fn new(lengths: &[u8], single: bool) -> Option<Code> {
        let mut code = Code::EMPTY;
        for length in lengths {
            code.count[usize::from(*length)] += 1;
        }
        code.count[0] = 0;
        code.longest = (1..16).rev().find(|n| code.count[*n] != 0).unwrap_or(0) as u32;
        if code.longest == 0 {
            return Some(code);
        }
        let mut left = 1i32;
        for n in 1..16 {
            left = (left << 1) - i32::from(code.count[n]);
            if left < 0 {
                return None;
            }
        }
        if left > 0 && !(single && code.longest == 1) {
            return None;
        }
        let mut offsets = [0u16; 16];
        let mut next = [0u16; 16];
        for n in 1..15 {
            offsets[n + 1] = offsets[n] + code.count[n];
        }
        let mut first = 0;
        for (next, shorter) in next[1..].iter_mut().zip(&code.count) {
            first = (first + shorter) << 1;
            *next = first;
        }
        for (symbol, length) in (0u16..).zip(lengths) {
            let n = usize::from(*length);
            if n == 0 {
                continue;
            }
            code.symbols[usize::from(offsets[n])] = symbol;
            offsets[n] += 1;
            let bits = u32::from(*length);
            if bits <= FAST_BITS {
                let reversed = usize::from(next[n].reverse_bits() >> (16 - bits));
                for at in (reversed..1 << FAST_BITS).step_by(1 << bits) {
                    code.fast[at] = symbol << 4 | u16::from(*length);
                }
            }
            next[n] += 1;
        }
        Some(code)
    }

    /// The symbol at the beginning of `hold`, of which `bits` bits are there.
    pub(super) fn decode(&self, hold: u64, bits: u32) -> Decoded {
        let entry = self.fast[(hold & ((1 << FAST_BITS) - 1)) as usize];
        if entry != 0 {
            let length = u32::from(entry & 15);
            return if length <= bits { Decoded::Symbol(entry >> 4, length) } else { Decoded::NeedBits };
        }
        let (mut code, mut first, mut index) = (0i32, 0i32, 0i32);
        for length in 1..=self.longest.max(1) {
            if length > bits {
                return Decoded::NeedBits;
            }
            code |= (hold >> (length - 1)) as i32 & 1;
            let count = i32::from(self.count[length as usize]);
            if code - first < count {
                return Decoded::Symbol(self.symbols[(index + code - first) as usize], length);
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        Decoded::Invalid
    }
}
