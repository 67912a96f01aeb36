//! Options of `deadheat convert`.

use std::path::PathBuf;

use clap::Args;

/// Options of `deadheat convert`.
#[derive(Clone, Debug, Args)]
pub struct ConvertArgs {
    /// The trace: of `deadheat run --trace`, or a text, plain or in gzip
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,
    /// Write it to this file instead of the terminal; in gzip, if its name ends in .gz
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
