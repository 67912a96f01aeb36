//! What a guest may use, as options and as words of a command line.

use crate::GuestError;

/// The size of a guest's heap unless another is given, as an option has it.
pub const DEFAULT_HEAP: &str = "1g";
/// The size of each thread's stack unless another is given, as an option has it.
pub const DEFAULT_STACK: &str = "1m";
/// The most threads at a time unless another number is given.
pub const DEFAULT_THREADS: u32 = 16_384;

/// What a guest may use: the same for every kind of guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of heap: `--heap`.
    pub heap: u64,
    /// Bytes of stack, for each thread: `--stack`.
    pub stack: u64,
    /// Threads at a time: `--threads`.
    pub threads: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { heap: 1 << 30, stack: 1 << 20, threads: DEFAULT_THREADS }
    }
}

impl Limits {
    /// Whether this word is an option of limits, so that its value is the next word.
    #[must_use]
    pub fn takes_value(option: &str) -> bool {
        matches!(option, "--heap" | "--stack" | "--threads")
    }

    /// The options that say the same, without those that are as by default.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let default = Self::default();
        [
            ("--heap", self.heap, default.heap),
            ("--stack", self.stack, default.stack),
            ("--threads", self.threads.into(), default.threads.into()),
        ]
        .into_iter()
        .filter(|(_, value, default)| value != default)
        .flat_map(|(option, value, _)| [option.to_owned(), value.to_string()])
        .collect()
    }

    /// Reads what [`words`](Self::words) writes.
    ///
    /// # Errors
    /// If there is another word among them, or a value makes no sense.
    pub fn from_words(words: &[String]) -> Result<Self, GuestError> {
        let mut limits = Self::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let (option, value) = match word.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (word.as_str(), None),
            };
            if !Self::takes_value(option) {
                return Err(GuestError::new(format!("`{word}` is no part of what names a guest"), ""));
            }
            let value = value.or_else(|| rest.next().map(String::as_str)).unwrap_or_default();
            let wrong = |problem: String| GuestError::new(format!("{option}: {problem}"), "");
            match option {
                "--heap" => limits.heap = parse_size(value).map_err(wrong)?,
                "--stack" => limits.stack = parse_size(value).map_err(wrong)?,
                _ => {
                    let number = value.parse().ok().filter(|number| *number > 0);
                    limits.threads = number.ok_or_else(|| wrong(format!("`{value}` is not a number of threads")))?;
                }
            }
        }
        Ok(limits)
    }
}

/// Reads a size in bytes, written as for `java`: `512m`, `2g`, `64K`, `1048576`.
///
/// # Errors
/// If the text is not a size, or it is 0 or too large.
pub fn parse_size(text: &str) -> Result<u64, String> {
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
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("1048576"), Ok(1 << 20));
        assert_eq!(parse_size("64k"), Ok(64 << 10));
        assert_eq!(parse_size("512M"), Ok(512 << 20));
        assert_eq!(parse_size("2g"), Ok(2 << 30));
        for bad in ["", "m", "0", "-1", "+1", "1.5g", "1t", "99999999999g", "12é", "k1"] {
            assert!(parse_size(bad).unwrap_err().contains("is not a size"), "{bad}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let read = |line: &str| Limits::from_words(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let default = Limits::default();
        assert_eq!((parse_size(DEFAULT_HEAP), parse_size(DEFAULT_STACK)), (Ok(default.heap), Ok(default.stack)));
        assert_eq!((read(""), default.words()), (Ok(default), Vec::new()));
        let limits = Limits { heap: 67_108_864, stack: 524_288, threads: 9 };
        assert_eq!(limits.words().join(" "), "--heap 67108864 --stack 524288 --threads 9");
        assert_eq!(Limits::from_words(&limits.words()), Ok(limits));
        assert_eq!(read("--heap=64m --threads=9 --stack 512k"), Ok(limits));
        for wrong in ["--heap", "--heap x", "--threads 0", "--seed 1", "Main"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
