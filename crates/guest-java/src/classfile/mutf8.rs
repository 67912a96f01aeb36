//! Modified UTF-8 (JVMS 4.4.7): NUL is two bytes, supplementary characters are surrogate pairs.

use super::Constant;

/// Decodes modified UTF-8 to UTF-16 code units. Malformed bytes become U+FFFD, one each.
pub fn decode_mutf8(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let (unit, len) = unit(rest).unwrap_or((0xFFFD, 1));
        units.push(if first == 0 { 0 } else { unit });
        rest = &rest[len..];
    }
    units
}

/// The first code unit and the number of bytes it takes; `None` if the bytes are malformed.
fn unit(bytes: &[u8]) -> Option<(u16, usize)> {
    let next = |i: usize| bytes.get(i).filter(|&&b| b & 0xC0 == 0x80).map(|&b| u16::from(b & 0x3F));
    let first = *bytes.first()?;
    let lead = u16::from(first);
    match first >> 4 {
        0..=7 if first != 0 => Some((lead, 1)),
        0xC | 0xD => Some(((lead & 0x1F) << 6 | next(1)?, 2)),
        0xE => Some(((lead & 0xF) << 12 | next(1)? << 6 | next(2)?, 3)),
        _ => None,
    }
}

/// Whether all bytes are in 1..=127. Eight at a time: most strings are short, and this is the parser's hottest loop.
#[inline(always)]
fn is_plain(bytes: &[u8]) -> bool {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    const ONES: u64 = 0x0101_0101_0101_0101;
    // A byte of `word - ONES` has its high bit set if the byte was 0 or above 0x80; `word` has it if the byte is not ASCII.
    let suspect = |chunk: &[u8; 8]| {
        let word = u64::from_ne_bytes(*chunk);
        (word | word.wrapping_sub(ONES)) & HIGH
    };
    match bytes.last_chunk::<8>() {
        Some(last) => {
            let (chunks, _) = bytes.as_chunks::<8>();
            chunks.iter().fold(suspect(last), |all, chunk| all | suspect(chunk)) == 0
        }
        None => bytes.iter().all(|b| (1..0x80).contains(b)),
    }
}

/// Decodes a `CONSTANT_Utf8`; `None` if HotSpot would call it illegal.
#[inline]
pub(super) fn constant(bytes: &[u8], major: u16) -> Option<Constant> {
    if is_plain(bytes) {
        // SAFETY: `is_plain` has just said that every byte is ASCII, which is UTF-8. (A second pass by `from_utf8` was a tenth of the parser's time.)
        let text = unsafe { std::str::from_utf8_unchecked(bytes) };
        return Some(Constant::Utf8(text.into()));
    }
    // Without NUL and four-byte forms, UTF-8 and modified UTF-8 are the same.
    if !bytes.iter().any(|&b| b == 0 || b >= 0xF0)
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return Some(Constant::Utf8(text.into()));
    }
    decode(bytes, major)
}

#[cold]
fn decode(bytes: &[u8], major: u16) -> Option<Constant> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let (unit, len) = unit(rest)?;
        // Overlong forms are legal in old files only, as in HotSpot's is_legal_utf8.
        let overlong = match len {
            2 => unit < 0x80 && unit != 0,
            3 => unit < 0x800,
            _ => false,
        };
        if overlong && major > 47 {
            return None;
        }
        units.push(unit);
        rest = &rest[len..];
    }
    Some(match String::from_utf16(&units) {
        Ok(text) => Constant::Utf8(text.into()),
        Err(_) => Constant::Utf8Raw(bytes.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_pairs_and_lone_surrogates() {
        assert!(matches!(constant(b"abc", 61), Some(Constant::Utf8(s)) if &*s == "abc"));
        assert!(matches!(constant(b"", 61), Some(Constant::Utf8(s)) if s.is_empty()));
        assert!(matches!(constant(&[0xC0, 0x80], 61), Some(Constant::Utf8(s)) if &*s == "\0"));
        let pair = [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80];
        assert!(matches!(constant(&pair, 61), Some(Constant::Utf8(s)) if &*s == "\u{1F600}"));
        assert!(matches!(constant(&pair[..3], 61), Some(Constant::Utf8Raw(b)) if *b == pair[..3]));
        assert_eq!(decode_mutf8(&pair), [0xD83D, 0xDE00]);
        assert_eq!(decode_mutf8(&[0xC0, 0x80, b'x']), [0, u16::from(b'x')]);
    }

    #[test]
    fn plain_means_ascii_without_nul() {
        for len in 0..20 {
            assert!(is_plain(&vec![b'a'; len]) && is_plain(&vec![0x7F; len]) && is_plain(&vec![1; len]));
            for at in 0..len {
                for bad in [0, 0x80, 0x81, 0xFF] {
                    let mut bytes = vec![b'a'; len];
                    bytes[at] = bad;
                    assert!(!is_plain(&bytes), "{bytes:?}");
                }
            }
        }
        assert!(matches!(constant("ä€".as_bytes(), 61), Some(Constant::Utf8(s)) if &*s == "ä€"));
    }

    #[test]
    fn illegal_bytes() {
        for bad in [&[0u8][..], &[0xF0, 0x9F, 0x98, 0x80], &[0xC3], &[0x80], &[0xE2, 0x82], &[0xC1, 0x81]] {
            assert!(constant(bad, 61).is_none(), "{bad:x?}");
        }
        assert!(constant(&[0xC1, 0x81], 47).is_some());
        assert_eq!(decode_mutf8(&[0xFF, b'a']), [0xFFFD, 97]);
    }
}
