//! Native programs as guests.

use std::ffi::OsString;

use deadheat_event::Schedule;
use deadheat_machine::{GuestError, MachineOptions};

use super::command::NativeCommand;

/// A native program, ready to run.
pub enum NativeGuest {}

impl NativeGuest {
    /// Compiles the source where there is one, and checks that the executable is one of ours. Where a schedule is to be followed,
    /// `followed`'s facts decide on which machines. `env` looks up environment variables.
    ///
    /// # Errors
    /// If something is missing or does not compile.
    pub fn open(
        command: &NativeCommand,
        options: MachineOptions,
        followed: Option<&Schedule>,
        env: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, GuestError> {
        let _ = (options, followed);
        super::compile::build(command, &super::toolchain::Toolbox::new(&env))?;
        Err(GuestError::new("native guests are not ready", ""))
    }
}
