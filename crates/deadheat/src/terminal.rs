//! What a terminal is told and asked: how wide it is, and words that can be copied from it into a command.

/// Where nobody knows better.
const USUAL: usize = 80;

/// How many columns there are: as `COLUMNS` says, else as the terminal does.
#[must_use]
pub fn columns(terminal: bool, measured: impl FnOnce() -> Option<usize>) -> usize {
    if !terminal {
        return USUAL;
    }
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    told.or_else(measured).filter(|&columns| columns >= 30).unwrap_or(USUAL)
}

/// A word as a shell takes it.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:@%,{}".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_survive_a_shell() {
        for (word, expected) in
            [("a/b.c", "a/b.c"), ("", "''"), ("it's", r"'it'\''s'"), ("a b", "'a b'"), ("$x", "'$x'")]
        {
            assert_eq!(super::quoted(word), expected);
        }
    }
}
