//! Which compilers there are for native programs.

use std::process::{Command, Stdio};

use deadheat_machine::{GuestError, Tool, Tools};

use super::cache::Env;
use super::compilers::{Compiler, Language, on_path};

/// The compilers that are there.
pub fn tools(env: Env) -> Tools {
    let mut tools = Tools { purpose: "C, C++ and Rust", found: Vec::new(), problems: Vec::new() };
    for language in [Language::C, Language::Cxx] {
        match Compiler::find(language, None, env) {
            Ok(compiler) => tools.found.extend(tool(compiler.command())),
            Err(problem) => tools.problems.push(problem),
        }
    }
    let rustc = env("RUSTC").and_then(|name| name.into_string().ok()).filter(|name| !name.is_empty());
    let rustc = rustc.unwrap_or_else(|| "rustc".to_owned());
    match on_path(&rustc, env) {
        Some(path) => tools.found.extend(tool(Command::new(path))),
        None => {
            let remedy = "install Rust (https://rustup.rs), or name one with RUSTC";
            tools.problems.push(GuestError::new(format!("there is no `{rustc}` on PATH"), remedy));
        }
    }
    tools
}

/// A compiler as it calls itself.
fn tool(mut command: Command) -> Option<Tool> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let said = command.arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?.stdout;
    let name = String::from_utf8_lossy(&said).lines().next().unwrap_or(&shown).to_owned();
    Some(Tool { name, remarks: Vec::new(), used: true })
}
