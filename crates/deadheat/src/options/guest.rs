//! What a guest may use: options of every command that runs one.

use clap::Args;
use deadheat_machine::Limits;
use deadheat_machine::limits::{DEFAULT_HEAP, DEFAULT_STACK, DEFAULT_THREADS, parse_size};

/// What a guest may use.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits of the program")]
pub struct LimitArgs {
    /// The size of the program's heap
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_HEAP, value_parser = parse_size)]
    pub heap: u64,
    /// The size of each thread's stack
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_STACK, value_parser = parse_size)]
    pub stack: u64,
    /// The most threads at a time
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_THREADS, value_parser = clap::value_parser!(u32).range(1..))]
    pub threads: u32,
}

impl LimitArgs {
    /// The limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits { heap: self.heap, stack: self.stack, threads: self.threads }
    }
}
