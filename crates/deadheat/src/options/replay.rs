//! Options of `deadheat replay`.

use std::path::PathBuf;

use clap::Args;

use super::config::ConfigArgs;
use super::show::ShowArgs;

/// Options of `deadheat replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayArgs {
    /// The witness: a file that `check` or `explore` wrote with --output
    #[arg(value_name = "WITNESS")]
    pub witness: PathBuf,
    /// Only confirm: exit code 0 if the witness ends in its error, 1 if not
    #[arg(long)]
    pub check: bool,
    /// Stop before this step, and show where every thread is
    #[arg(long, value_name = "STEP", conflicts_with = "check")]
    pub stop_at: Option<u64>,
    /// Show every step, a line each, not only those that have to do with the error
    #[arg(long, conflicts_with = "check")]
    pub steps: bool,
    /// Try although the program has changed
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub show: ShowArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "clap would take it for the help")]
    pub config: ConfigArgs,
}
