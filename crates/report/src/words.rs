//! Results in words, the same in every form of report.

use deadheat_analysis::LockName;
use deadheat_event::{LockMode, SourcePos};
use deadheat_witness::result::{Act, Effort, Means, Moment, Verdict};

/// What a thread did: `writes Account.balance: 50`.
#[must_use]
pub fn act(act: &Act) -> String {
    let volatile = |volatile: &bool| if *volatile { "volatile " } else { "" };
    let shared = |shared: &bool| if *shared { " (shared)" } else { "" };
    let value = |value: &Option<String>| value.as_ref().map(|value| format!(": {value}")).unwrap_or_default();
    match act {
        Act::Begin => "begins".to_owned(),
        Act::End => "ends".to_owned(),
        Act::Read { target, value: read, volatile: is } => format!("reads {}{target}{}", volatile(is), value(read)),
        Act::Write { target, value: written, volatile: is } => {
            format!("writes {}{target}{}", volatile(is), value(written))
        }
        Act::Update { target, old, new, wrote: true } => {
            let unknown = || "?".to_owned();
            let (old, new) = (old.clone().unwrap_or_else(unknown), new.clone().unwrap_or_else(unknown));
            format!("updates {target}: {old} → {new}")
        }
        Act::Update { target, old, wrote: false, .. } => format!("compares {target}{}, and leaves it", value(old)),
        Act::Acquire { lock, shared: is } => format!("locks {lock}{}", shared(is)),
        Act::TryAcquire { lock, shared: is, acquired: true } => format!("tries and locks {lock}{}", shared(is)),
        Act::TryAcquire { lock, shared: is, acquired: false } => format!("tries in vain to lock {lock}{}", shared(is)),
        Act::Release { lock, shared: is } => format!("unlocks {lock}{}", shared(is)),
        Act::Wait { condition, timed: false } => format!("waits on {condition}"),
        Act::Wait { condition, timed: true } => format!("waits for a time on {condition}"),
        Act::Wake { condition, how } => format!("goes on after {condition}: {how}"),
        Act::Notify { condition, all, woken } => {
            let all = if *all { " all on" } else { "" };
            let woken: Vec<String> = woken.iter().map(ToString::to_string).collect();
            let woken =
                if woken.is_empty() { "nobody waits".to_owned() } else { format!("wakes {}", woken.join(", ")) };
            format!("notifies{all} {condition}: {woken}")
        }
        Act::Start { thread } => format!("starts {thread}"),
        Act::Join { thread } => format!("joins {thread}"),
        Act::Other { what } | Act::About { what } => what.clone(),
    }
}

/// What a moment of a witness is: its act, and the library call that made it.
#[must_use]
pub fn moment(moment: &Moment) -> String {
    match &moment.library {
        Some(library) => format!("{}, in {library}", act(&moment.act)),
        None => act(&moment.act),
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

/// `holding a, b (shared)`.
#[must_use]
pub fn holding(locks: &[(LockName, LockMode)]) -> String {
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

/// `1 step`, `2 steps`.
#[must_use]
pub fn count(number: u64, one: &str) -> String {
    format!("{} {one}{}", thousands(number), if number == 1 { "" } else { "s" })
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
    fn numbers() {
        assert_eq!([0, 7, 999, 1000, 1_234_567].map(thousands), ["0", "7", "999", "1,000", "1,234,567"]);
        let spent = Effort { seconds: 1.25, runs: 1, steps: 2000, states: 0, memory: 3 << 20 };
        assert_eq!(effort(&spent), "1 run, 2,000 steps, 1.2 s, 3 MB");
    }
}
