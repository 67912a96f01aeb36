//! Patterns as in sanitizers' suppression files: `*` stands for anything, `^` and `$` tie a pattern to the beginning and the
//! end; without them it may match anywhere.

use serde::{Deserialize, Serialize};

/// A pattern for names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pattern(String);

impl Pattern {
    /// A pattern from its text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text that the pattern was made of.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a name fits.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let (at_start, rest) = match self.0.strip_prefix('^') {
            Some(rest) => (true, rest),
            None => (false, self.0.as_str()),
        };
        let (at_end, rest) = match rest.strip_suffix('$') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let mut parts = rest.split('*');
        let first = parts.next().unwrap_or_default();
        let rest: Vec<&str> = parts.collect();
        let starts: Vec<usize> = if at_start {
            name.starts_with(first).then_some(0).into_iter().collect()
        } else {
            // Places may overlap, which `match_indices` does not show.
            let places = name.char_indices().map(|(at, _)| at).chain([name.len()]);
            places.filter(|at| name[*at..].starts_with(first)).collect()
        };
        starts.into_iter().any(|start| tail_matches(&name[start + first.len()..], &rest, at_end))
    }
}

/// Whether `parts`, with anything between them, follow each other in `name`. The leftmost place for each part is as good as
/// any, but the last must reach the end where that is asked for.
fn tail_matches(name: &str, parts: &[&str], at_end: bool) -> bool {
    match parts {
        [] => !at_end || name.is_empty(),
        [last] if at_end => name.ends_with(last),
        [part, rest @ ..] => name.find(part).is_some_and(|at| tail_matches(&name[at + part.len()..], rest, at_end)),
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn patterns_match_as_in_sanitizers() {
        let fits = |pattern: &str, name: &str| Pattern::new(pattern).matches(name);
        assert!(fits("Account", "bank.Account.balance"));
        assert!(fits("^bank.", "bank.Account.balance"));
        assert!(!fits("^Account", "bank.Account.balance"));
        assert!(fits("balance$", "bank.Account.balance"));
        assert!(!fits("Account$", "bank.Account.balance"));
        assert!(fits("^bank.*.balance$", "bank.Account.balance"));
        assert!(fits("b*b*e$", "bank.Account.balance"));
        assert!(!fits("^a*b*z$", "axxb"));
        assert!(fits("*", ""));
        assert!(fits("^aa$", "aa"));
        assert!(!fits("^aa$", "aaa"));
        assert!(fits("aa$", "aaa"));
        assert!(fits("^ä*ö", "ä.ö"));
    }
}
