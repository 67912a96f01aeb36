//! Showing a trace to an observer.

use std::io::{self, Read};

use super::{TraceContext, TraceError, TraceReader};
use crate::Observer;

/// Shows the events of a trace to an observer, as the run showed them to the writer of the trace, and gives the context at the end
/// of the run. `open` opens the file, which is read twice; the input should have a buffer.
///
/// # Errors
/// If the file cannot be opened or read, or is no whole trace. The observer has then seen a part of the events, or none.
///
/// ```
/// use deadheat_event::trace::{self, TraceError};
/// use deadheat_event::{Context, Event, Observer};
///
/// #[derive(Default)]
/// struct Count(u64);
///
/// impl Observer for Count {
///     fn event(&mut self, _: &Event, _: &dyn Context) {
///         self.0 += 1;
///     }
/// }
///
/// fn count(file: &[u8]) -> Result<u64, TraceError> {
///     let mut count = Count::default();
///     trace::observe(|| Ok(file), &mut count)?;
///     Ok(count.0)
/// }
/// assert!(matches!(count(b"something else"), Err(TraceError::NotATrace)));
/// ```
pub fn observe<R: Read>(
    mut open: impl FnMut() -> io::Result<R>,
    observer: &mut dyn Observer,
) -> Result<TraceContext, TraceError> {
    let mut first = TraceReader::new(open()?)?;
    first.by_ref().try_for_each(|event| event.map(drop))?;
    let names = first.into_context().into_late_names();
    let mut second = TraceReader::with_late_names(open()?, names)?;
    while let Some(event) = second.next() {
        observer.event(&event?, second.context());
    }
    Ok(second.into_context())
}
