//! `deadheat doctor`: what is there to run programs with, and what of a program cannot be run.

use deadheat_report::{safe, words};

use crate::guests::{self, GuestCommand};
use crate::terminal::failure::{EXIT_USAGE, Failure};
use crate::terminal::stdout;

/// Something of the guest's cannot be run.
const EXIT_FOUND: u8 = 1;

/// Shows the page.
///
/// # Errors
/// If the guest cannot be opened.
pub fn doctor(guest: Option<&GuestCommand>) -> Result<u8, Failure> {
    let tools = guests::tools();
    let mut lines = vec![format!("deadheat {}", env!("CARGO_PKG_VERSION"))];
    for tools in &tools {
        lines.push(String::new());
        lines.extend(words::doctor::tools(tools));
    }
    show(&lines)?;
    let Some(guest) = guest else {
        return Ok(if tools.iter().all(|tools| tools.found.is_empty()) { EXIT_USAGE } else { 0 });
    };
    let examination = guest.examine()?;
    let mut lines = vec![String::new()];
    lines.extend(words::doctor::examination(&guest.line(), &examination));
    show(&lines)?;
    Ok(if examination.obstacles.is_empty() { 0 } else { EXIT_FOUND })
}

fn show(lines: &[String]) -> Result<(), Failure> {
    let lines: Vec<String> = lines.iter().map(|line| format!("{}\n", safe::line(line))).collect();
    stdout::print(&lines.concat())
}
