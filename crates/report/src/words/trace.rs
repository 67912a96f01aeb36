//! What is to be said of predictions from a trace beside the findings: what was looked at, and what that does not tell.

use deadheat_witness::result::{CheckResult, TraceScope};

use super::count;

/// What was looked at.
#[must_use]
pub fn looked_at(scope: &TraceScope) -> String {
    let TraceScope { events, threads, engines, window, limit, whole } = scope;
    let part = if *whole { "" } else { "the beginning of the trace, " };
    let (events, threads) = (count(*events, "event"), count(*threads, "thread"));
    let engines = engines.join(", ");
    let (window, limit) = (count(*window, "event"), count(*limit, "error"));
    format!("looked at {part}{events} of {threads}, with {engines} (windows of {window}, up to {limit} of each kind)")
}

/// What it means that nothing was found, where not everything was searched.
#[must_use]
pub fn nothing_found(result: &CheckResult) -> &'static str {
    match result.trace {
        Some(_) => "Nothing is predicted from this trace: that is no proof that the program has no error.",
        None => "Not every schedule was tried: this is no proof that there is nothing.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_looked_at_is_told() {
        let engines = vec!["csp".to_owned(), "maximal".to_owned()];
        let mut scope = TraceScope { events: 1200, threads: 1, engines, window: 500, limit: 10, whole: true };
        let text = "looked at 1,200 events of 1 thread, with csp, maximal (windows of 500 events, up to 10 errors of each kind)";
        assert_eq!(looked_at(&scope), text);
        scope.whole = false;
        assert!(looked_at(&scope).starts_with("looked at the beginning of the trace, 1,200 events"));
    }
}
