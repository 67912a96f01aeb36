//! What each command does. One file each, and what they share.

mod baseline;
pub mod build;
pub mod cargo;
pub mod check;
pub mod compilers;
pub mod completions;
pub mod convert;
mod csp_models;
pub mod doctor;
mod expected;
pub mod explore;
pub mod files;
pub mod init;
pub mod man;
pub mod predict;
mod rabbit_watch;
pub mod replay;
pub mod report;
mod results;
pub mod run;
mod store;
pub mod swarm;
pub mod test;
mod trace_file;
mod warnings;
pub mod witness_file;

use deadheat_machine::{IdlePool, Need};
use deadheat_report::{safe, words};

use crate::terminal::failure::EXIT_USAGE;

/// Shows what the guest needs and its machines do not have: the first thing to look at when it failed.
fn show_needs(needs: &[Need]) {
    words::needs(needs).iter().for_each(|line| crate::note!("deadheat: {}", safe::line(line)));
}

/// Shows the pools that keep the guest from its end.
fn show_idle_pools(pools: &[IdlePool]) {
    words::idle_pools(pools).iter().for_each(|line| crate::note!("deadheat: note: {}", safe::line(line)));
}

/// The exit code, given that of what was found: a program that could not be run as it should is not cleared.
fn exit_code(found: u8, needs: &[Need]) -> u8 {
    if found == 0 && needs.iter().any(|need| need.fatal) { EXIT_USAGE } else { found }
}
