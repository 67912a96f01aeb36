//! What is being done, on a terminal.

use std::io::IsTerminal;
use std::path::Path;

use deadheat_report::safe;
use deadheat_search::Progress;
use deadheat_witness::CheckProgress;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};

/// What a check is doing, in words.
#[must_use]
pub fn check(progress: CheckProgress) -> String {
    match progress {
        CheckProgress::Run(number) => format!("run {number}"),
        CheckProgress::Warning(number, of) => format!("warning {number} of {of}"),
        CheckProgress::LostSignal => "a signal that may be lost".to_owned(),
        CheckProgress::Suspicion => "a suspicion".to_owned(),
        CheckProgress::Search => "search".to_owned(),
        CheckProgress::Swarm { workers, jobs, found } => {
            format!("{workers} workers heard of, {jobs} jobs not done, {found} errors witnessed")
        }
    }
}

/// A trace is being read.
#[must_use]
pub fn reading(trace: &Path) -> String {
    safe::line(&format!("reading {}", trace.display())).into_owned()
}

/// Predictions are made from so many events.
#[must_use]
pub fn predicting(events: u64) -> String {
    format!("predicting from {} events", HumanCount(events))
}

/// A line on stderr that is rewritten; nothing where stderr is no terminal.
pub struct Line {
    bar: Option<ProgressBar>,
}

impl Line {
    /// The line, or nothing.
    #[must_use]
    pub fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.set_style(
                ProgressStyle::with_template("{spinner} {wide_msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_spinner()),
            );
            bar
        });
        Self { bar }
    }

    /// Shows how the search stands.
    pub fn show(&self, progress: &Progress) {
        let Some(bar) = &self.bar else { return };
        let seconds = progress.elapsed.as_secs_f64().max(0.001);
        bar.set_message(format!(
            "{:.0} s  {} states, {} waiting  {:.0} steps/s  depth {}  {}  {} found{}",
            seconds,
            HumanCount(progress.states),
            HumanCount(progress.frontier),
            progress.steps as f64 / seconds,
            HumanCount(progress.depth),
            HumanBytes(progress.memory),
            progress.counterexamples,
            if progress.pass > 1 { format!("  pass {}", progress.pass) } else { String::new() },
        ));
        bar.tick();
    }

    /// Shows what is being done.
    pub fn note(&self, text: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(text.to_owned());
            bar.tick();
        }
    }

    /// Prints a line for good, on stderr, whether or not it is a terminal.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| crate::note!("{text}")),
            None => crate::note!("{text}"),
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Default for Line {
    fn default() -> Self {
        Self::new()
    }
}
