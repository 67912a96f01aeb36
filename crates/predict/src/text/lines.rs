//! Where the events of a trace were.

use crate::history::EventId;

/// The line of each event, for messages.
///
/// Nearly all events are on the line after the one before; so it is kept where they are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// From this event on, the line is the event's number and so many.
    starts: Vec<(EventId, u64)>,
}

impl Lines {
    /// The line of an event, from 1.
    #[must_use]
    pub fn line(&self, event: EventId) -> u64 {
        let after = self.starts.partition_point(|(start, _)| *start <= event);
        let more = after.checked_sub(1).map_or(1, |at| self.starts[at].1);
        u64::from(event.0) + more
    }

    /// Notes the next event's line.
    #[inline]
    pub(super) fn note(&mut self, event: EventId, line: u64) {
        let more = line - u64::from(event.0);
        if self.starts.last().is_none_or(|(_, last)| *last != more) {
            self.starts.push((event, more));
        }
    }
}
