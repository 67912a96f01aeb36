//! Results in words, the same in every form of report.

use std::borrow::Cow;

use deadheat_analysis::LockName;
use deadheat_event::{LockMode, SourcePos};
use deadheat_witness::result::{Act, Effort, FoundError, Means, Moment, Participant, Verdict};

/// What a thread did: `writes Account.balance: 50`.
#[must_use]
pub fn act(act: &Act) -> String {
    act_named(act, |name| Cow::Borrowed(name))
}

/// What a thread did, for a narrow place: classes without their packages.
#[must_use]
pub fn short_act(act: &Act) -> String {
    act_named(act, |name| Cow::Owned(without_packages(name)))
}

/// What a thread did, with the names of things (not the values) as `name` has them.
fn act_named(act: &Act, name: impl Fn(&str) -> Cow<'_, str>) -> String {
    let volatile = |volatile: &bool| if *volatile { "volatile " } else { "" };
    let shared = |shared: &bool| if *shared { " (shared)" } else { "" };
    let value = |value: &Option<String>| value.as_ref().map(|value| format!(": {value}")).unwrap_or_default();
    match act {
        Act::Begin => "begins".to_owned(),
        Act::End => "ends".to_owned(),
        Act::Read { target, value: read, volatile: is } => {
            format!("reads {}{}{}", volatile(is), name(target), value(read))
        }
        Act::Write { target, value: written, volatile: is } => {
            format!("writes {}{}{}", volatile(is), name(target), value(written))
        }
        Act::Update { target, old, new, wrote: true } => {
            let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
            format!("updates {}: {} → {}", name(target), known(old), known(new))
        }
        Act::Update { target, old, wrote: false, .. } => {
            format!("compares {}{}, and leaves it", name(target), value(old))
        }
        Act::Acquire { lock, shared: is } => format!("locks {}{}", name(lock), shared(is)),
        Act::TryAcquire { lock, shared: is, acquired: true } => format!("tries and locks {}{}", name(lock), shared(is)),
        Act::TryAcquire { lock, shared: is, acquired: false } => {
            format!("tries in vain to lock {}{}", name(lock), shared(is))
        }
        Act::Release { lock, shared: is } => format!("unlocks {}{}", name(lock), shared(is)),
        Act::Wait { condition, timed: false } => format!("waits on {}", name(condition)),
        Act::Wait { condition, timed: true } => format!("waits for a time on {}", name(condition)),
        Act::Wake { condition, how } => format!("goes on after {}: {how}", name(condition)),
        Act::Notify { condition, all, woken } => {
            let all = if *all { " all on" } else { "" };
            let woken: Vec<String> = woken.iter().map(ToString::to_string).collect();
            let woken =
                if woken.is_empty() { "nobody waits".to_owned() } else { format!("wakes {}", woken.join(", ")) };
            format!("notifies{all} {}: {woken}", name(condition))
        }
        Act::Start { thread } => format!("starts {thread}"),
        Act::Join { thread } => format!("joins {thread}"),
        Act::Other { what } | Act::About { what } => name(what).into_owned(),
    }
}

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

/// What a moment of a witness is: its act, and the library call that made it.
#[must_use]
pub fn moment(moment: &Moment) -> String {
    in_library(act(&moment.act), moment.library.as_deref().map(Cow::Borrowed))
}

/// What a moment of a witness is, for a narrow place: classes without their packages.
#[must_use]
pub fn short_moment(moment: &Moment) -> String {
    in_library(short_act(&moment.act), moment.library.as_deref().map(|library| Cow::Owned(without_packages(library))))
}

fn in_library(act: String, library: Option<Cow<'_, str>>) -> String {
    match library {
        Some(library) => format!("{act}, in {library}"),
        None => act,
    }
}

/// `Account.java:12`, or what is known of it.
#[must_use]
pub fn short_place(place: &SourcePos) -> String {
    match (&place.file, place.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => format!("{}.{}", place.class, place.method),
    }
}

/// What somebody does, and what it holds: `writes x, holding no lock`. The operations of a block are told without locks: nobody has
/// looked at those.
#[must_use]
pub fn part(participant: &Participant, error: &FoundError) -> String {
    match error {
        FoundError::Atomicity { .. } => participant.doing.clone(),
        _ => format!("{}, {}", participant.doing, holding(&participant.locks)),
    }
}

/// `holding a, b (shared)`.
fn holding(locks: &[(LockName, LockMode)]) -> String {
    let names: Vec<String> = locks
        .iter()
        .map(|(lock, mode)| match mode {
            LockMode::Exclusive => lock.name.clone(),
            LockMode::Shared => format!("{} (shared)", lock.name),
        })
        .collect();
    if names.is_empty() { "holding no lock".to_owned() } else { format!("holding {}", names.join(", ")) }
}

/// The name of a verdict.
#[must_use]
pub fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Witnessed { .. } => "witnessed",
        Verdict::Refuted => "refuted",
        Verdict::Unresolved { .. } => "unresolved",
    }
}

/// The name of a means.
#[must_use]
pub fn means(means: Means) -> &'static str {
    match means {
        Means::Run => "the run itself",
        Means::PrefixExtension => "extending the run",
        Means::Driving => "driving the threads together",
        Means::TargetSearch => "a search for the place",
        Means::Window => "a search among the threads that matter",
        Means::Search => "a plain search",
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
        _ if one.ends_with("ch") => "es",
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
        let value = Some("a.B".to_owned());
        assert_eq!(short_act(&Act::Write { target: "a.B.c".into(), value, volatile: false }), "writes B.c: a.B");
    }

    #[test]
    fn numbers() {
        assert_eq!([0, 7, 999, 1000, 1_234_567].map(thousands), ["0", "7", "999", "1,000", "1,234,567"]);
        let spent = Effort { seconds: 1.25, runs: 1, steps: 2000, states: 0, memory: 3 << 20 };
        assert_eq!(effort(&spent), "1 run, 2,000 steps, 1.2 s, 3 MB");
    }
}
