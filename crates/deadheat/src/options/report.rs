//! The options of `deadheat report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::config::ConfigArgs;
use super::show::ShowArgs;

/// Options of `deadheat report`.
#[derive(Clone, Debug, Args)]
pub struct ReportArgs {
    /// The result: the result.json of `deadheat check --output DIR`
    #[arg(value_name = "RESULT", required_unless_present = "diff")]
    pub result: Option<PathBuf>,
    /// How to show it
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Write it to this file instead of the terminal
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say what is new, fixed and unchanged from one result to another
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with = "result")]
    pub diff: Option<Vec<PathBuf>>,
    /// Show findings, too, that are refuted or suppressed
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub show: ShowArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub config: ConfigArgs,
}

/// The forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal
    Text,
    /// The result itself
    Json,
    /// For code-scanning services
    Sarif,
    /// A page for a browser
    Html,
    /// A trace for ui.perfetto.dev
    Perfetto,
}

#[cfg(test)]
mod tests {
    use super::super::{Parsed, tests::read_line};
    use super::*;

    #[test]
    fn options_reach_their_places() {
        let line = "report r.json --format html --output r.html --source a --source b.jar";
        let Ok(Parsed::Report(options)) = read_line(line) else { panic!("not parsed") };
        assert_eq!((options.format, options.show.source.len()), (Format::Html, 2));
        let Ok(Parsed::Report(options)) = read_line("report --diff old.json new.json") else { panic!("not parsed") };
        assert_eq!(options.diff.unwrap().len(), 2);
    }
}
