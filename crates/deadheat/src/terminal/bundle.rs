//! What a report of a fault of deadheat needs, in a file: gathered while deadheat works, written if it fails.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use deadheat_report::safe;

use crate::commands::files;
use crate::note;

/// What was gathered so far.
#[derive(Default)]
struct Bundle {
    file: Option<PathBuf>,
    parts: Vec<(&'static str, String)>,
}

static BUNDLE: Mutex<Bundle> = Mutex::new(Bundle { file: None, parts: Vec::new() });

/// A fault is to be written to this file, if there is one.
pub fn wanted(file: Option<PathBuf>) {
    BUNDLE.lock().unwrap_or_else(PoisonError::into_inner).file = file;
}

/// Something that a report of a fault should have. A later part of the same name takes the place of an earlier one.
pub fn add(name: &'static str, text: String) {
    let mut bundle = BUNDLE.lock().unwrap_or_else(PoisonError::into_inner);
    bundle.parts.retain(|(known, _)| *known != name);
    bundle.parts.push((name, text));
}

/// Writes what was gathered about a fault, if a file was asked for.
pub fn write(args: &[OsString], fault: &str) {
    let bundle = BUNDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(file) = &bundle.file else { return };
    match files::write(file, &text(args, fault, &bundle.parts)) {
        Ok(()) => note!("deadheat: what a report needs is in {}: look whether you may give it away", file.display()),
        Err(failure) => note!("deadheat: {failure}"),
    }
}

fn text(args: &[OsString], fault: &str, parts: &[(&'static str, String)]) -> String {
    let line: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let mut text = format!(
        "deadheat {} on {} {}\n\ncommand: deadheat {}\n\nfault: {fault}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        deadheat_machine::shell::line(&line),
    );
    for (name, part) in parts {
        let _ = write!(text, "\n{name}:\n");
        part.lines().for_each(|line| _ = writeln!(text, "    {}", safe::line(line)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_has_what_a_report_needs() {
        let args = ["check", "a b"].map(OsString::from);
        let parts = [("guest", "Main".to_owned()), ("schedule", "T0 x3\nT1".to_owned())];
        let text = text(&args, "no such thing", &parts);
        for part in [env!("CARGO_PKG_VERSION"), "deadheat check 'a b'", "fault: no such thing", "    T0 x3\n    T1\n"] {
            assert!(text.contains(part), "{text}");
        }
    }
}
