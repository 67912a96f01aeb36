//! What may happen beside the order of threads, and what of it is an error: options of every command that searches, the same for all of
//! them.

use clap::Args;
use deadheat_machine::MachineOptions;

/// What may happen beside the order of threads, and what of it is an error.
#[derive(Clone, Copy, Debug, Args)]
pub struct NondeterminismArgs {
    /// Try every value that a random generator can give, where there are at most 8
    #[arg(long)]
    pub choose_random: bool,
    /// Let bytes of TCP connections arrive in pieces, of every size up to 7
    #[arg(long)]
    pub pieces: bool,
    /// Let waits end for no reason, as the specifications allow
    #[arg(long)]
    pub spurious: bool,
    /// Call it an error if the program ends with an exit code other than 0
    #[arg(long)]
    pub fail_on_exit: bool,
}

impl NondeterminismArgs {
    /// The machines that a search with these options needs.
    #[must_use]
    pub fn machines(self) -> MachineOptions {
        let Self { choose_random, pieces, spurious, fail_on_exit } = self;
        MachineOptions { choose_random, pieces, spurious, fail_on_exit, ..MachineOptions::default() }
    }
}
