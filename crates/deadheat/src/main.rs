//! The `deadheat` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    deadheat::main(std::env::args_os().skip(1))
}
