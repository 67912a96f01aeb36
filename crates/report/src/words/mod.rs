//! Results in words, the same in every form of report.

mod acts;
pub mod doctor;
mod findings;
mod notes;
mod test_results;
mod trace;

use deadheat_event::SourcePos;
use deadheat_witness::result::Effort;

pub use acts::{act, block_act, doing, moment, short_act, short_moment, switch};
pub use findings::{
    bound, course, follows, headline, holding, outcome, part, predicted, reasons, suspicion, technique, title,
    unresolved,
};
pub use notes::{blind_spots, idle_pools, needs, provenance};
pub use test_results::{test_outcome, tests_summary};
pub use trace::{looked_at, nothing_found};

/// A text in which `java.util.ArrayList.add` is `ArrayList.add`.
#[must_use]
pub fn without_packages(text: &str) -> String {
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    while let Some(start) = rest.find(is_name) {
        let (before, from) = rest.split_at(start);
        let (name, after) = from.split_at(from.find(|c| !is_name(c)).unwrap_or(from.len()));
        short.push_str(before);
        // A package is lower case and before a class, which is not.
        let is_package = |part: &&str| part.starts_with(|c: char| c.is_lowercase() || c == '_') && part.ends_with('.');
        let package: usize = name.split_inclusive('.').take_while(is_package).map(str::len).sum();
        let class = &name[package..];
        short.push_str(if class.starts_with(char::is_uppercase) { class } else { name });
        rest = after;
    }
    short + rest
}

/// `Account.java:12`, or what is known of it.
#[must_use]
pub fn short_place(place: &SourcePos) -> String {
    match (&place.file, place.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => place.full_name(),
    }
}

/// What something took: `12 runs, 34,567 steps, 890 states, 1.2 s, 64 MB`, without what there was none of.
#[must_use]
pub fn effort(effort: &Effort) -> String {
    let mut parts = Vec::new();
    for (number, one) in [(effort.runs, "run"), (effort.steps, "step"), (effort.states, "state")] {
        if number > 0 {
            parts.push(count(number, one));
        }
    }
    parts.push(if effort.seconds < 10.0 {
        format!("{:.1} s", effort.seconds)
    } else {
        format!("{:.0} s", effort.seconds)
    });
    if effort.memory > 0 {
        parts.push(format!("{} MB", thousands(effort.memory.div_ceil(1 << 20))));
    }
    parts.join(", ")
}

/// `1 step`, `2 steps`, `2 switches`.
#[must_use]
pub fn count(number: u64, one: &str) -> String {
    let ending = match number {
        1 => "",
        _ if one.ends_with("ch") || one.ends_with("ss") => "es",
        _ => "s",
    };
    format!("{} {one}{ending}", thousands(number))
}

/// `1,204`.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_go_where_there_is_no_room() {
        for (long, short) in [
            ("reads java.util.Map$Entry.value, now", "reads Map$Entry.value, now"),
            ("bank.Account.balance", "Account.balance"),
            ("plain words. Then more", "plain words. Then more"),
            ("a.b.c", "a.b.c"),
            ("x.Y (z.W.v)", "Y (W.v)"),
            ("", ""),
        ] {
            assert_eq!(without_packages(long), short);
        }
    }

    #[test]
    fn numbers() {
        assert_eq!([0, 7, 999, 1000, 1_234_567].map(thousands), ["0", "7", "999", "1,000", "1,234,567"]);
        let spent = Effort { seconds: 1.25, runs: 1, steps: 2000, states: 0, memory: 3 << 20 };
        assert_eq!(effort(&spent), "1 run, 2,000 steps, 1.2 s, 3 MB");
    }
}
