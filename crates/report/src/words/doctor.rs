//! What stands for and against running a program, in a page.

use deadheat_machine::{Examination, Obstacle, ObstacleKind, Tools};

/// No more things of one kind are named.
const NAMED: usize = 8;

/// The tools for a kind of guest: a heading, a line for each, and what is missing.
#[must_use]
pub fn tools(tools: &Tools) -> Vec<String> {
    let mut lines = vec![tools.purpose.to_owned()];
    // Where there is no choice, that it is used says nothing.
    let choice = tools.found.iter().any(|tool| !tool.used);
    for tool in &tools.found {
        let used = (tool.used && choice).then(|| "used".to_owned());
        let remarks: Vec<String> = tool.remarks.iter().cloned().chain(used).collect();
        let remarks = if remarks.is_empty() { String::new() } else { format!(": {}", remarks.join(", ")) };
        lines.push(format!("  {}{remarks}", tool.name));
    }
    lines.extend(tools.problems.iter().map(|problem| format!("  {problem}")));
    lines
}

/// What a look at a program's files shows.
#[must_use]
pub fn examination(name: &str, examination: &Examination) -> Vec<String> {
    let mut lines = vec![name.to_owned()];
    let contents: Vec<String> = (examination.contents.iter())
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| super::count(*number, what))
        .collect();
    let made_for = examination.made_for.as_ref().map(|(oldest, newest)| match oldest == newest {
        true => format!("made for {oldest}"),
        false => format!("made for {oldest} to {newest}"),
    });
    let contents: Vec<String> = contents.into_iter().chain(made_for).collect();
    lines.extend((!contents.is_empty()).then(|| format!("  {}", contents.join(", "))));
    if examination.obstacles.is_empty() {
        lines.push("  nothing in its files stands against running it".to_owned());
    } else {
        lines.push("  cannot be run here, if the program comes by it:".to_owned());
        lines.extend(examination.obstacles.iter().flat_map(obstacle));
    }
    lines
}

fn obstacle(obstacle: &Obstacle) -> Vec<String> {
    let what = match obstacle.kind {
        ObstacleKind::Damaged => "cannot be read",
        ObstacleKind::TooNew => "classes for a later JDK",
        ObstacleKind::NativeMethods => "native methods",
        ObstacleKind::NativeLibraries => "native libraries",
        ObstacleKind::Agents => "agents that would attach themselves",
        ObstacleKind::Missing => "missing",
    };
    let more = obstacle.names.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("      … {more} more"));
    let names = obstacle.names.iter().take(NAMED).map(|name| format!("      {name}"));
    [format!("    {what}")].into_iter().chain(names).chain(more).collect()
}
