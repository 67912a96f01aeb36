//! Words as a shell takes them, for commands that a person copies.

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

/// Words as one line.
#[must_use]
pub fn line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
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
        assert_eq!(super::line(&["-cp".to_owned(), "a b".to_owned()]), "-cp 'a b'");
    }
}
