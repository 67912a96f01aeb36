//! What `deadheat explore --stats` says.

use std::fmt::Write as _;

use deadheat_search::Report;

/// What the search took, for `--stats`.
#[must_use]
pub fn statistics(report: &Report, workers: usize) -> String {
    let counts = &report.counts;
    let seconds = report.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { counts.steps as f64 / seconds } else { 0.0 };
    let per_state = counts.visited_bytes as f64 / counts.states.max(1) as f64;
    let mut text = format!(
        "states:    {}\nmet again: {}\nsteps:     {} ({} in the last of {} passes)\nends:      {}\ndepth:     {}\nworkers:   \
         {workers}\nmemory:    {per_state:.0} bytes per visited state, {} bytes at most for the frontier\ntime:      \
         {seconds:.3} s ({rate:.0} steps/s)",
        counts.states,
        counts.met_again,
        counts.steps,
        counts.last_steps,
        counts.passes,
        counts.ends,
        counts.depth,
        counts.frontier_bytes,
    );
    if counts.walks > 0 {
        let _ = write!(text, "\nwalks:     {}", counts.walks);
    }
    text
}
