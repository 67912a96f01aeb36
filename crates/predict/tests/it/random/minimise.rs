//! The smallest part of a history that still shows what is wrong, and how it is printed.

use deadheat_predict::Action;
use deadheat_predict::history::{Bound, Event, EventId, History, HistoryBuilder, KnownValue, Semaphore};
use rustc_hash::FxHashMap;

/// A history of which no one and no two events can be left out so that the check still fails.
pub fn minimise(history: &History, fails: impl Fn(&History) -> bool) -> History {
    let mut smallest = history.clone();
    'again: loop {
        let events = smallest.events().len();
        for first in 0..events {
            for second in first..events {
                if let Some(smaller) = without(&smallest, [first, second])
                    && fails(&smaller)
                {
                    smallest = smaller;
                    continue 'again;
                }
            }
        }
        return smallest;
    }
}

/// The history without these events, if it could have been recorded.
fn without(history: &History, events: [usize; 2]) -> Option<History> {
    let mut builder = HistoryBuilder::default();
    let semaphores = history.events().iter().filter_map(|event| match event.action {
        Action::Up { semaphore, .. } | Action::Down { semaphore, .. } => Some(semaphore),
        _ => None,
    });
    let semaphores: Vec<Semaphore> = semaphores.collect();
    semaphores.iter().for_each(|semaphore| builder.permits(*semaphore, history.initial_permits(*semaphore)));
    let mut bounds = history.bounds().iter().peekable();
    for (at, event) in history.events().iter().enumerate() {
        while let Some(bound) = bounds.next_if(|bound| bound.at as usize <= at) {
            let Bound { thread, place, label, begins, .. } = *bound;
            let put = if begins { HistoryBuilder::begin_block } else { HistoryBuilder::end_block };
            put(&mut builder, thread, place, label).ok()?;
        }
        if !events.contains(&at) && builder.push(*event) != Ok(true) {
            return None;
        }
    }
    let variables = history.events().iter().filter_map(|event| event.action.access()).map(|(variable, _)| variable);
    variables.filter(|variable| history.is_quiet(*variable)).for_each(|variable| builder.quiet(variable));
    let smaller = builder.finish();
    let same = |semaphore: &Semaphore| smaller.initial_permits(*semaphore) == history.initial_permits(*semaphore);
    (semaphores.iter().all(same) && is_consistent(&smaller)).then_some(smaller)
}

/// Whether every value that was read is the one that was written.
fn is_consistent(history: &History) -> bool {
    let mut values: FxHashMap<_, Option<KnownValue>> = FxHashMap::default();
    let mut initial = FxHashMap::default();
    for Event { action, value, .. } in history.events() {
        match *action {
            Action::Read { variable, .. } => {
                let expected = match values.get(&variable) {
                    Some(written) => *written,
                    None => *initial.entry(variable).or_insert(*value),
                };
                if expected.is_some() && value.is_some() && expected != *value {
                    return false;
                }
            }
            Action::Write { variable, .. } | Action::Update { variable } => {
                values.insert(variable, *value);
            }
            _ => {}
        }
    }
    true
}

/// The history, a line for each event, and for each bound of a block before it.
pub fn show(history: &History) -> String {
    let line = |(id, event): (EventId, &Event)| {
        let value = event.value.map(|value| format!(" = {}", value.0)).unwrap_or_default();
        let bounds = history.bounds().iter().filter(|bound| bound.at == id.0);
        let bounds: String = bounds
            .map(|bound| {
                format!("   {} {}\n", bound.thread, if bound.begins { "begins a block" } else { "ends a block" })
            })
            .collect();
        format!("{bounds}{id} {} {:?} at {}{value}\n", event.thread, event.action, event.place)
    };
    history.numbered().map(line).collect()
}
