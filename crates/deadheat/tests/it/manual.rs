//! `deadheat completions` and `deadheat man`: scripts that shells accept, and a page for every command.

use std::io::Write as _;
use std::process::{Command, Stdio};

fn deadheat(args: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_deadheat")).args(args).output().unwrap();
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// What a command says that reads this; none if it is not there.
fn through(command: &mut Command, input: &str) -> Option<(bool, String)> {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: there is no {}", command.get_program().display());
        return None;
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    Some((done.status.success(), said))
}

#[test]
fn bash_completes() {
    let script = deadheat(&["completions", "bash"]);
    let completed = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let ask = format!(
            "{script}\nCOMP_WORDS=({line}); COMP_CWORD={}; _deadheat deadheat '{last}' '{before}'; echo \"${{COMPREPLY[@]}}\"",
            words.len() - 1
        );
        through(Command::new("bash").arg("--norc"), &ask).map(|(_, said)| said)
    };
    let Some((is_fine, said)) = through(Command::new("bash").arg("-n"), &script) else { return };
    assert!(is_fine && said.is_empty(), "{said}");
    for (line, expected) in [
        ("deadheat exp", "explore"),
        ("deadheat check --bud", "--budget"),
        ("deadheat check --class-p", "--class-path"),
        ("deadheat check --fail-on w", "witnessed warning"),
        ("deadheat completions z", "zsh"),
    ] {
        assert_eq!(completed(line).unwrap().trim(), expected, "{line}");
    }
}

#[test]
fn other_shells_have_scripts() {
    for (shell, begins) in [
        ("zsh", "#compdef deadheat"),
        ("fish", "# Print an optspec"),
        ("elvish", "\nuse builtin;"),
        ("powershell", "\nusing namespace"),
    ] {
        let script = deadheat(&["completions", shell]);
        assert!(script.starts_with(begins) && script.contains("explore"), "{shell}: {script:.200}");
    }
    let done = Command::new(env!("CARGO_BIN_EXE_deadheat")).args(["completions", "sh"]).output().unwrap();
    assert_eq!(done.status.code(), Some(2));
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    deadheat(&["man", folder.path().to_str().unwrap()]);
    let cli = deadheat::options::definition();
    let names = cli.get_subcommands().map(|command| format!("deadheat-{}", command.get_name()));
    for name in names.chain(["deadheat".to_owned()]) {
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
        let render = ["-man", "-Tutf8", "-ww", "-P-cbou"];
        let Some((is_fine, said)) = through(Command::new("groff").args(render), &page) else { return };
        let usage = format!("       {}", name.replacen('-', " ", 1));
        assert!(is_fine && said.contains("NAME") && said.contains(&usage), "{name}: {said}");
        // What troff complains about has a place in what it reads.
        assert!(!said.contains("<standard input>:"), "{name}: {said}");
    }
    assert_eq!(deadheat(&["man"]), std::fs::read_to_string(folder.path().join("deadheat.1")).unwrap());
}
