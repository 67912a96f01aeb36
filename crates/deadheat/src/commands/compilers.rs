//! `deadheat cc`, `deadheat c++` and `deadheat rustc`: compilers that make programs for deadheat.

use deadheat_guest_native::front::{Language, Toolbox, rustc, toolchain};

use crate::options::compilers::{CompilerCall, CompilerName};
use crate::terminal::failure::Failure;

/// Calls a compiler on the streams of this process, and gives its exit code.
///
/// # Errors
/// If there is none, or it is asked for what cannot be had.
pub fn call(call: &CompilerCall) -> Result<u8, Failure> {
    let env = |name: &str| std::env::var_os(name);
    let tools = Toolbox::new(&env);
    let compiler = call.compiler.as_deref();
    Ok(match call.name {
        CompilerName::Cc => toolchain::call(Language::C, compiler, &call.arguments, &tools)?,
        CompilerName::Cxx => toolchain::call(Language::Cxx, compiler, &call.arguments, &tools)?,
        CompilerName::Rustc => rustc::call(compiler, &call.arguments, &tools)?,
    })
}
