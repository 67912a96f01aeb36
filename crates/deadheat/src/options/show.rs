//! Options about how results are shown, the same for every command that shows one.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use clap::builder::TypedValueParser as _;
use clap::{Args, ValueEnum};
use deadheat_event::Sources;
use deadheat_report::text::{self, ColorChoice, TextOptions};
use deadheat_witness::result::CheckResult;

use crate::terminal;
use crate::terminal::outcome::Values;

/// How results are shown.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct ShowArgs {
    /// Where the program's source text is: folders, files, archives; the usual places are looked at anyway
    #[arg(long, value_name = "PATH")]
    pub source: Vec<PathBuf>,
    /// Whether to use colours; by default on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// How many columns the text may take; by default those of the terminal, else 80
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(30..).map(usize::from))]
    pub width: Option<usize>,
    /// Which findings inside libraries are shown: their number, or all of them
    #[arg(long, value_enum, value_name = "WHICH", default_value = "count")]
    pub libraries: LibraryFindings,
    /// Leave out what the program reads, writes and says in exceptions, in every form of the result
    #[arg(long)]
    pub no_values: bool,
    /// If deadheat itself fails, write to this file what a report of the fault needs
    #[arg(long, value_name = "FILE")]
    pub bundle: Option<PathBuf>,
}

/// Which findings inside libraries are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LibraryFindings {
    /// How many there are
    Count,
    /// All of them, as the program's own
    All,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Where a text goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// For results.
    Stdout,
    /// For messages.
    Stderr,
    /// Into a file.
    File,
}

impl ShowArgs {
    /// Takes out of a result what is not to be shown.
    pub fn prepare(&self, result: &mut CheckResult) {
        if self.no_values {
            result.hide_values();
        }
    }

    /// Whether values of the program are shown.
    #[must_use]
    pub fn values(&self) -> Values {
        if self.no_values { Values::Hidden } else { Values::Shown }
    }

    /// Whether findings inside libraries are shown, and count.
    #[must_use]
    pub fn has_libraries(&self) -> bool {
        self.libraries == LibraryFindings::All
    }

    /// How a text that goes there looks. It has all findings, or only those that are not cleared.
    #[must_use]
    pub fn text(&self, stream: Stream, all: bool, sources: Box<dyn Sources>, replay: String) -> TextOptions {
        let (terminal, columns): (bool, fn() -> Option<usize>) = match stream {
            Stream::Stdout => (std::io::stdout().is_terminal(), || columns_of(&console::Term::stdout())),
            Stream::Stderr => (std::io::stderr().is_terminal(), || columns_of(&console::Term::stderr())),
            Stream::File => (false, || None),
        };
        let choice = match self.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let color = text::color(choice, terminal, std::env::var_os("NO_COLOR").as_deref());
        let width = self.width.unwrap_or_else(|| terminal::columns(terminal, columns));
        TextOptions { width, color, all, libraries: self.has_libraries(), sources, replay }
    }
}

fn columns_of(terminal: &console::Term) -> Option<usize> {
    terminal.size_checked().map(|(_, columns)| usize::from(columns))
}
