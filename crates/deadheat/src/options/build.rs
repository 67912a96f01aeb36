//! Options of `deadheat test` about a build tool that is asked for the tests.

use std::path::PathBuf;

use clap::Args;

use crate::guests::BuildTool;

/// Which build tool is asked for the tests.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Build tools")]
pub struct BuildArgs {
    /// Let Maven compile the tests, and ask it for their class path, in place of -cp
    #[arg(long, conflicts_with = "gradle")]
    pub maven: bool,
    /// The same with Gradle
    #[arg(long)]
    pub gradle: bool,
    /// Where the project of the build tool is (default: the current folder)
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Hand this argument to the build tool, too
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub build_arg: Vec<String>,
}

impl BuildArgs {
    /// The tool to ask.
    #[must_use]
    pub fn tool(&self) -> Option<BuildTool> {
        match (self.maven, self.gradle) {
            (true, _) => Some(BuildTool::Maven),
            (_, true) => Some(BuildTool::Gradle),
            _ => None,
        }
    }
}
