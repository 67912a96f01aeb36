//! Where options are that a project has for all commands.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory as _};

use super::Cli;
use crate::note;
use crate::project::file::NAME;
use crate::project::keys::{Key, Taker};
use crate::project::{File, ProjectOptions};
use crate::terminal::bundle;
use crate::terminal::failure::Failure;

/// Where options are that a project has for all commands.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Project")]
pub struct ConfigArgs {
    /// Read options from this file (default: deadheat.toml in this folder, or in the nearest one above it)
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Read no deadheat.toml
    #[arg(long)]
    pub no_config: bool,
}

/// The options of the project for a command, but for those that its own options on the command line (`own`) take the place of.
///
/// # Errors
/// If there is a file that makes no sense.
pub fn project_options(command: &str, own: &[String]) -> Result<ProjectOptions, Failure> {
    let mut cli = Cli::command();
    cli.build();
    let Some(definition) = cli.find_subcommand(command).filter(|command| arg(command, "config").is_some()) else {
        return Ok(ProjectOptions::default());
    };
    let words = ["deadheat", command].map(str::to_owned).into_iter().chain(own.iter().cloned());
    // What is wrong on the command line is told when it is read together with the file. Help needs no file.
    let Ok(mut matches) = Cli::command().ignore_errors(true).try_get_matches_from(words) else {
        return Ok(ProjectOptions::default());
    };
    let Some((_, given)) = matches.remove_subcommand() else { return Ok(ProjectOptions::default()) };
    let Some(file) = find(&given)? else { return Ok(ProjectOptions::default()) };
    let takes_guest = super::takes_guest(command) || command == "doctor";
    let has = |key: &Key| match key.taker {
        Taker::Own => arg(definition, key.name).is_some(),
        Taker::Java(_) => takes_guest,
        Taker::Native => takes_guest && command != "test",
    };
    let mut options = ProjectOptions::of(&file, command, has)?;
    options.without(|key| key.taker == Taker::Own && is_given(definition, &given, key.name));
    bundle::add("options of the project", format!("{}\n{}", file.path.display(), file.text));
    Ok(options)
}

/// The file that counts, read.
fn find(given: &ArgMatches) -> Result<Option<File>, Failure> {
    if is_there(given, "no_config") {
        return Ok(None);
    }
    let named = given.get_one::<PathBuf>("config");
    let found = named.cloned().or_else(|| File::nearest(&std::env::current_dir().ok()?));
    let Some(path) = found else { return Ok(None) };
    let sections: Vec<String> = Cli::command()
        .get_subcommands()
        .filter(|command| arg(command, "config").is_some())
        .map(|command| command.get_name().to_owned())
        .collect();
    let file = File::read(&path, &sections)?;
    // A file that the user may not think of.
    if named.is_none() && path.as_os_str() != NAME {
        note!("deadheat: with the options of {}", path.display());
    }
    Ok(Some(file))
}

fn arg<'c>(command: &'c clap::Command, long: &str) -> Option<&'c clap::Arg> {
    command.get_arguments().find(|arg| arg.get_long() == Some(long))
}

/// Whether the command line has this option. Where it was not read to its end, defaults are missing.
fn is_there(given: &ArgMatches, id: &str) -> bool {
    given.value_source(id) == Some(ValueSource::CommandLine)
}

/// Whether the command line has this option, or one that does not go together with it.
fn is_given(command: &clap::Command, given: &ArgMatches, long: &str) -> bool {
    let Some(this) = arg(command, long) else { return false };
    let excludes = |one: &clap::Arg, other: &clap::Arg| {
        command.get_arg_conflicts_with(one).iter().any(|excluded| excluded.get_id() == other.get_id())
    };
    command.get_arguments().any(|arg| {
        is_there(given, arg.get_id().as_str())
            && (arg.get_id() == this.get_id() || excludes(arg, this) || excludes(this, arg))
    })
}
