//! Options of the commands that set deadheat up: for a project, a shell, the manual.

use std::path::PathBuf;

use clap::Args;

/// Options of `deadheat init`.
#[derive(Clone, Debug, Args)]
pub struct InitArgs {
    /// Replace a deadheat.toml that is there
    #[arg(long)]
    pub force: bool,
    /// The project's folder (default: this one)
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Options of `deadheat completions`.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    /// Which shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Options of `deadheat man`.
#[derive(Clone, Debug, Args)]
pub struct ManArgs {
    /// Write deadheat.1 and a page for each command into this folder (default: the first page to the terminal)
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}
