//! Files damaged at random, for tests of what reads them. One mutator serves all formats: what damages a class file says little about
//! its format, and a length that was edited is as bad in a trace as in a jar.
//!
//! ```
//! use deadheat_testing::mutate::Mutator;
//! let files = [b"first: 1\nsecond: 2\n".to_vec(), b"third: 3\n".to_vec()];
//! let (first, second) = (Mutator::new(7).text(&files), Mutator::new(7).text(&files));
//! assert_eq!(first, second, "a seed names a file");
//! ```

use deadheat_machine::Rng;

/// No file gets longer by repetitions.
const LONGEST: usize = 1 << 20;

/// Numbers at which arithmetic goes wrong.
const EDGES: [u64; 14] = [
    0,
    1,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    1 << 40,
    i64::MAX as u64,
    1 << 63,
    u64::MAX,
];

/// A source of damaged files.
pub struct Mutator(Rng);

impl Mutator {
    /// The source that this number names.
    pub fn new(seed: u64) -> Self {
        Self(Rng::new(seed))
    }

    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { self.0.below(n as u64) as usize }
    }

    /// One of several files that are no texts, damaged in a few places: bits, bytes and numbers changed, pieces cut out, moved, or taken from
    /// another one of them.
    pub fn binary(&mut self, files: &[Vec<u8>]) -> Vec<u8> {
        self.damaged(files, Self::damage)
    }

    /// One of several texts, damaged in a few places: lines, words and numbers repeated, lost, exchanged; sometimes as any other file.
    pub fn text(&mut self, files: &[Vec<u8>]) -> Vec<u8> {
        self.damaged(files, |mutator, file, other| match mutator.below(4) {
            0 => mutator.damage(file, other),
            1 => mutator.rearrange(file, other, |byte| byte == b'\n'),
            _ => mutator.rearrange(file, other, |byte| !byte.is_ascii_alphanumeric() && byte != b'-'),
        })
    }

    fn damaged(&mut self, files: &[Vec<u8>], damage: impl Fn(&mut Self, &mut Vec<u8>, &[u8])) -> Vec<u8> {
        let mut file = files[self.below(files.len())].clone();
        for _ in 0..=self.below(4) {
            let other = self.below(files.len());
            damage(self, &mut file, &files[other]);
        }
        file
    }

    /// A stretch of some bytes, mostly few.
    fn stretch(&mut self, of: &[u8]) -> std::ops::Range<usize> {
        let at = self.below(of.len());
        let longest = if self.below(4) == 0 { of.len() } else { 16 };
        at..at + self.below(longest.min(of.len() - at) + 1)
    }

    fn damage(&mut self, file: &mut Vec<u8>, other: &[u8]) {
        if file.is_empty() {
            file.extend_from_slice(other);
            return;
        }
        let at = self.below(file.len());
        match self.below(14) {
            0 => file.truncate(at),
            1 => drop(file.drain(self.stretch(file))),
            2 | 3 => {
                let piece = file[self.stretch(file)].to_vec();
                overwrite(file, at, &piece);
            }
            4 => {
                let piece = other[self.stretch(other)].to_vec();
                overwrite(file, at, &piece);
            }
            5 => {
                let piece = other[self.stretch(other)].to_vec();
                insert(file, at..at, &piece);
            }
            // Lengths, counts and indices, of two, four or eight bytes.
            6..9 => {
                let mut number = EDGES[self.below(EDGES.len())];
                match self.below(4) {
                    0 => number = file.len() as u64,
                    1 => number = number.wrapping_sub(at as u64),
                    _ => {}
                }
                let wide = [2, 4, 8][self.below(3)];
                let bytes = if self.below(2) == 0 {
                    number.to_le_bytes()[..wide].to_vec()
                } else {
                    number.to_be_bytes()[8 - wide..].to_vec()
                };
                overwrite(file, at, &bytes);
            }
            9 => file[at] = file[at].wrapping_add([1, 0xff][self.below(2)]),
            10 | 11 => file[at] = self.below(256) as u8,
            _ => file[at] ^= 1 << self.below(8),
        }
    }

    /// Pieces between marks are lost, repeated, exchanged for others, or, if they are numbers, for worse ones.
    fn rearrange(&mut self, file: &mut Vec<u8>, other: &[u8], is_mark: impl Fn(u8) -> bool) {
        let mut piece = |of: &[u8]| {
            let inside = self.below(of.len());
            let start = of[..inside].iter().rposition(|&byte| is_mark(byte)).map_or(0, |mark| mark + 1);
            let end = of[inside..].iter().position(|&byte| is_mark(byte)).map_or(of.len(), |mark| inside + mark + 1);
            start..end
        };
        let (place, from_here, from_there) = (piece(file), piece(file), piece(other));
        match self.below(6) {
            0 => drop(file.drain(place)),
            1 => {
                let times = [2, 3, 100, 5000][self.below(4)].min(LONGEST / place.len().max(1));
                let repeated = file[place.clone()].repeat(times);
                insert(file, place, &repeated);
            }
            2 => {
                let taken = file[from_here].to_vec();
                insert(file, place, &taken);
            }
            3 => {
                let taken = other[from_there].to_vec();
                insert(file, place, &taken);
            }
            4 => {
                // The mark behind it stays.
                let end = place.end - usize::from(place.end > place.start && is_mark(file[place.end - 1]));
                let number = EDGES[self.below(EDGES.len())];
                let number = if self.below(4) == 0 { format!("-{number}") } else { number.to_string() };
                insert(file, place.start..end.max(place.start), number.as_bytes());
            }
            _ => {
                let sign = [&b"["[..], b"{", b"\"", b"(", b"\\u0000", b"\xff", b"|", b"="][self.below(8)];
                let times = [1, 1, 1, 100_000][self.below(4)];
                insert(file, place.start..place.start, &sign.repeat(times));
            }
        }
    }
}

fn overwrite(file: &mut [u8], at: usize, piece: &[u8]) {
    let length = piece.len().min(file.len() - at);
    file[at..at + length].copy_from_slice(&piece[..length]);
}

fn insert(file: &mut Vec<u8>, place: std::ops::Range<usize>, piece: &[u8]) {
    if file.len() + piece.len() <= LONGEST {
        file.splice(place, piece.iter().copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_files_are_damaged_and_none_is_endless() {
        let files = [b"one two\nthree 4 5\n".to_vec(), b"six: {7}\n".to_vec(), Vec::new()];
        for way in [Mutator::binary, Mutator::text] {
            let mut damaged = 0;
            for seed in 0..3000 {
                let file = way(&mut Mutator::new(seed), &files);
                assert!(file.len() <= LONGEST);
                damaged += usize::from(!files.contains(&file));
            }
            assert!(damaged > 2000, "{damaged}");
        }
    }
}
