//! What may happen beside the order of threads: options of every command that searches, the same for all of them.

use clap::Args;
use deadheat_machine::MachineOptions;

/// What may happen beside the order of threads.
#[derive(Clone, Copy, Debug, Args)]
pub struct NondeterminismArgs {
    /// Try every value that a random generator can give, where there are at most 8
    #[arg(long)]
    pub choose_random: bool,
    /// Let waits end for no reason, as the specifications allow
    #[arg(long)]
    pub spurious: bool,
}

impl NondeterminismArgs {
    /// The machines that a search with these options needs.
    #[must_use]
    pub fn machines(self) -> MachineOptions {
        let Self { choose_random, spurious } = self;
        MachineOptions { choose_random, spurious, ..MachineOptions::default() }
    }
}
