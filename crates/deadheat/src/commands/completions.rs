//! `deadheat completions`: scripts for shells.

use clap::{Arg, Command, ValueHint};

use crate::options::about::CompletionsArgs;
use crate::options::{definition, takes_guest};
use crate::project::keys::{Form, KEYS, Key, Taker};
use crate::terminal::failure::Failure;
use crate::terminal::stdout;

/// Prints the script for a shell.
///
/// # Errors
/// If it cannot be printed.
pub fn completions(options: &CompletionsArgs) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut with_guests(), "deadheat", &mut script);
    stdout::print(&String::from_utf8_lossy(&script))?;
    Ok(0)
}

/// The command line with what names a guest, which is cut off before clap reads: its options, as far as clap can have such, and its file.
fn with_guests() -> Command {
    let names: Vec<String> = definition().get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let of_guests = names.iter().filter(|name| takes_guest(name) || *name == "doctor");
    of_guests.fold(definition(), |cli, name| {
        cli.mut_subcommand(name, |command| {
            let is_of_guest = |key: &&Key| match key.taker {
                Taker::Own => false,
                Taker::Java(_) => key.form != Form::Words,
                Taker::Native => name != "test",
            };
            let command = KEYS.iter().filter(is_of_guest).fold(command, |command, key| command.arg(option(key)));
            if name == "test" {
                return command;
            }
            command.arg(Arg::new("PROGRAM").num_args(0..).value_hint(ValueHint::AnyPath))
        })
    })
}

fn option(key: &'static Key) -> Arg {
    let hint = match key.form {
        Form::Path => ValueHint::DirPath,
        Form::Paths | Form::ClassPath => ValueHint::AnyPath,
        _ => ValueHint::Other,
    };
    Arg::new(key.name).long(key.name).value_hint(hint)
}
