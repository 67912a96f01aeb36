//! `deadheat man`: pages of the manual, made of what `--help` says.

use std::io;
use std::path::Path;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::files;
use crate::options::about::ManArgs;
use crate::options::definition;
use crate::terminal::failure::Failure;
use crate::terminal::stdout;

/// The heading of how a command is written.
const USAGE: &str = "SYNOPSIS";

/// Prints the first page, or writes all of them.
///
/// # Errors
/// If they cannot be written.
pub fn man(options: &ManArgs) -> Result<u8, Failure> {
    let mut cli = definition();
    cli.build();
    let Some(folder) = &options.folder else {
        stdout::print(&text(&cli)?)?;
        return Ok(0);
    };
    std::fs::create_dir_all(folder).map_err(|error| files::cannot_write(folder, &error))?;
    write(&cli, "deadheat", folder)?;
    for command in cli.get_subcommands() {
        write(command, &format!("deadheat-{}", command.get_name()), folder)?;
    }
    Ok(0)
}

fn write(command: &Command, name: &str, folder: &Path) -> Result<(), Failure> {
    files::write(&folder.join(format!("{name}.1")), &text(command)?)
}

fn text(command: &Command) -> Result<String, Failure> {
    let page = page(command).map_err(|error| Failure::Internal(format!("a page of the manual: {error}")))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// A page. What stands behind the options in the help is laid out there, and stays as it is.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone()).source(concat!("deadheat ", env!("CARGO_PKG_VERSION"))).manual("deadheat");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    let usage = command.clone().render_usage().to_string();
    as_it_is(USAGE, usage.trim_start_matches("Usage: "), &mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(more) = command.get_after_help() {
        as_it_is("NOTES", &more.to_string(), &mut page)?;
    }
    Ok(page)
}

fn as_it_is(heading: &str, text: &str, page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [heading]);
    roff.control("nf", []);
    for line in text.lines() {
        // Of a usage, the lines behind the first are indented by its heading.
        let line = if heading == USAGE { line.trim() } else { line.trim_end() };
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    roff.to_writer(page)
}
