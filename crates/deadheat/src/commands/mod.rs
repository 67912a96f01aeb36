//! What each command does. One file each, and what they share.

pub mod check;
pub mod explore;
pub mod files;
mod rabbit_watch;
pub mod replay;
pub mod report;
mod results;
pub mod run;
mod warnings;
mod witness_file;

/// Shows what the guest asked for and its machines do not have: the first thing to look at when it failed.
fn show_missing(missing: &[String]) {
    if !missing.is_empty() {
        eprintln!("deadheat: the guest called native methods that deadheat does not have:");
        for name in missing {
            eprintln!("  {name}");
        }
    }
}
