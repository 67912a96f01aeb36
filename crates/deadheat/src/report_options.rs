//! The options of `deadheat report`.

use std::io::Write as _;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::show_options::ShowOptions;
use clap::{Parser, ValueEnum};

/// Show a saved result again, or compare two.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "deadheat report",
    disable_version_flag = true,
    override_usage = "deadheat report [OPTIONS] RESULT\n       deadheat report --diff OLD NEW",
    after_help = "Exit code: 0; 2 for an error in the command line or a file."
)]
pub struct ReportOptions {
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
    /// How it is shown
    #[command(flatten)]
    pub show: ShowOptions,
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

/// Reads the arguments after `deadheat report`; `None` when help was asked for, and told.
///
/// # Errors
/// If they make no sense.
pub fn parse(args: &[String]) -> Result<Option<ReportOptions>, Failure> {
    let args = std::iter::once("deadheat report".to_owned()).chain(args.iter().cloned());
    match ReportOptions::try_parse_from(args) {
        Ok(options) => Ok(Some(options)),
        Err(error) if error.kind() == clap::error::ErrorKind::DisplayHelp => {
            // Whoever reads may have seen enough: a closed pipe is no fault.
            let _ = write!(std::io::stdout(), "{error}");
            Ok(None)
        }
        Err(error) if error.kind() == clap::error::ErrorKind::MissingRequiredArgument => Err(Failure::usage(
            "there is no result to show",
            "name the result.json of `deadheat check --output DIR`; see `deadheat report --help`",
        )),
        Err(error) => {
            let text = error.to_string();
            let problem = text.lines().next().unwrap_or_default();
            let problem = problem.strip_prefix("error: ").unwrap_or(problem).trim_end_matches(':');
            Err(Failure::usage(problem, "see `deadheat report --help`"))
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn parsed(line: &str) -> Result<Option<ReportOptions>, Failure> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_reach_their_places() {
        ReportOptions::command().debug_assert();
        let options = parsed("r.json --format html --output r.html --source a --source b.jar").unwrap().unwrap();
        assert_eq!((options.format, options.show.source.len()), (Format::Html, 2));
        let options = parsed("--diff old.json new.json").unwrap().unwrap();
        assert_eq!(options.diff.unwrap().len(), 2);
    }

    #[test]
    fn errors_are_one_line() {
        for (line, part) in [
            ("", "there is no result to show"),
            ("r --format xml", "xml"),
            ("r --width 3", "--width"),
            ("--diff a", "--diff"),
            ("r --diff a b", "cannot be used with"),
        ] {
            let text = parsed(line).unwrap_err().to_string();
            assert!(text.contains(part) && !text.contains('\n'), "{line}: {text}");
        }
    }
}
