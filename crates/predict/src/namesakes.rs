//! Names that no two things share: `x`, and `x #2` for the second that is called so.

use rustc_hash::{FxHashMap, FxHashSet};

/// Names that were given, and how many asked for each.
#[derive(Debug, Default)]
pub struct Namesakes {
    given: FxHashSet<String>,
    counts: FxHashMap<String, u32>,
}

impl Namesakes {
    /// A name that nothing else has.
    pub fn give(&mut self, name: &str) -> String {
        let count = self.counts.entry(name.to_owned()).or_default();
        loop {
            *count += 1;
            let own = if *count > 1 { format!("{name} #{count}") } else { name.to_owned() };
            // A name may look like the second of another.
            if self.given.insert(own.clone()) {
                return own;
            }
        }
    }
}

/// The name without the number that tells it from its namesakes.
#[must_use]
pub fn without_number(name: &str) -> &str {
    match name.rsplit_once(" #") {
        Some((plain, number)) if !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) => plain,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namesakes_are_told_apart() {
        let mut names = Namesakes::default();
        assert_eq!(["x", "x #2", "x", "x"].map(|name| names.give(name)), ["x", "x #2", "x #3", "x #4"]);
        let plain = ["x", "x #2", "x #", "#2", "C#", "x #2a"].map(without_number);
        assert_eq!(plain, ["x", "x", "x #", "#2", "C#", "x #2a"]);
    }
}
