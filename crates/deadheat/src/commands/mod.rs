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

/// Shows what the guest's machines have done to shared memory without showing it.
fn show_blind_spots(names: &[String]) {
    if !names.is_empty() {
        eprintln!("deadheat: not seen, so errors around it may be missed: what these do to memory that threads share:");
        for name in names {
            eprintln!("  {name}");
        }
    }
}

/// Shows what the guest asked for and its machines do not have: the first thing to look at when it failed.
fn show_missing(missing: &[String]) {
    if !missing.is_empty() {
        eprintln!("deadheat: the guest called native methods that deadheat does not have:");
        for name in missing {
            eprintln!("  {name}");
        }
    }
}
