//! Sizes in bytes, written as for `java`: `512m`, `2g`, `64K`, `1048576`.

/// Reads a size.
///
/// # Errors
/// If the text is not a size, or it is 0 or too large.
pub fn parse(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 10),
        Some((at, 'm' | 'M')) => (&text[..at], 20),
        Some((at, 'g' | 'G')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let number: Option<u64> = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None };
    number
        .and_then(|number| number.checked_mul(1 << shift))
        .filter(|&size| size > 0 && size <= 1 << 46)
        .ok_or_else(|| format!("`{text}` is not a size; write it as 65536, 64k, 512m or 2g"))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn sizes() {
        assert_eq!(parse("1048576"), Ok(1 << 20));
        assert_eq!(parse("64k"), Ok(64 << 10));
        assert_eq!(parse("512M"), Ok(512 << 20));
        assert_eq!(parse("2g"), Ok(2 << 30));
        for bad in ["", "m", "0", "-1", "+1", "1.5g", "1t", "99999999999g", "12é", "k1"] {
            assert!(parse(bad).unwrap_err().contains("is not a size"), "{bad}");
        }
    }
}
