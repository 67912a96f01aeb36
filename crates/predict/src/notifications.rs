//! Which notification woke which thread, as far as the trace allows.
//!
//! A trace says who woke and who notified, not always whom. One choice that explains it is made: a thread was woken by a notification for
//! all, if there was one while it waited, else by the oldest single one that woke nobody yet. If any choice explains the trace, this one does.

use rustc_hash::FxHashMap;

use crate::history::{Action, Condition, EventId, History, Thread};

/// The threads that wait for a condition, and what can have woken them.
#[derive(Default)]
struct Waiters {
    count: usize,
    notifications: Vec<(EventId, bool)>,
}

impl Waiters {
    /// The notification that woke a thread which waits since then.
    fn woken_by(&mut self, since: EventId) -> Option<EventId> {
        let all = &mut self.notifications;
        let fits = |(event, _): &(EventId, bool)| *event > since;
        let for_all = all.iter().position(|one| fits(one) && one.1);
        let at = for_all.or(all.iter().position(fits))?;
        if all[at].1 { Some(all[at].0) } else { Some(all.remove(at).0) }
    }
}

/// For each wake by notification, the notification.
#[must_use]
pub fn notifications(history: &History) -> FxHashMap<EventId, EventId> {
    let mut conditions: FxHashMap<Condition, Waiters> = FxHashMap::default();
    let mut waiting: FxHashMap<Thread, EventId> = FxHashMap::default();
    let mut found = FxHashMap::default();
    for (id, event) in history.numbered() {
        match event.action {
            Action::Wait { condition, .. } => {
                waiting.insert(event.thread, id);
                conditions.entry(condition).or_default().count += 1;
            }
            Action::Notify { condition, all } => {
                let waiters = conditions.entry(condition).or_default();
                if all {
                    waiters.notifications.clear();
                }
                if waiters.count > 0 {
                    waiters.notifications.push((id, all));
                }
            }
            Action::Wake { condition, notified, .. } => {
                let waiters = conditions.entry(condition).or_default();
                if let (true, Some(since)) = (notified, waiting.remove(&event.thread)) {
                    found.extend(waiters.woken_by(since).map(|by| (id, by)));
                }
                waiters.count = waiters.count.saturating_sub(1);
                if waiters.count == 0 {
                    waiters.notifications.clear();
                }
            }
            _ => {}
        }
    }
    found
}
