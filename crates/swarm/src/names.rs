//! What names may look like: they are parts of the subjects that a server sorts messages by.

use crate::SwarmError;

/// No name needs more, and a server has a limit for its subjects.
const LONGEST: usize = 512;

/// Fails if this cannot name a campaign or a queue: letters, digits and hyphens.
pub(crate) fn check_name(what: &str, name: &str) -> Result<(), SwarmError> {
    if !name.is_empty()
        && name.len() <= LONGEST
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    {
        return Ok(());
    }
    Err(SwarmError::new(format!("`{}` cannot name a {what}", shown(name)), "use letters, digits and hyphens"))
}

/// Fails if this is no key, prefix or id of a job: words of letters, digits, `-`, `_` and `=`, joined by dots.
pub(crate) fn check_key(what: &str, key: &str) -> Result<(), SwarmError> {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=".contains(&byte))
    };
    if key.len() <= LONGEST && key.split('.').all(word) {
        return Ok(());
    }
    Err(SwarmError::new(
        format!("`{}` cannot name a {what}", shown(key)),
        "use words of letters, digits, `-`, `_` and `=`, joined by dots",
    ))
}

/// A name as it can be shown in one line.
fn shown(name: &str) -> String {
    name.chars().take(80).collect::<String>().escape_debug().to_string()
}
