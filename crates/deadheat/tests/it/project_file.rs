//! `deadheat.toml`: what it says counts, what the command line says counts more, and mistakes are named with their line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use deadheat::project::keys::KEYS;
use deadheat_testing::java::{compile, java_home};
use deadheat_testing::repository;

fn deadheat(folder: &Path, args: &[&str]) -> Output {
    let mut deadheat = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    deadheat.env("JAVA_HOME", java_home()).current_dir(folder).args(args).output().unwrap()
}

fn text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

/// A program whose exit code and output tell how it was called.
const CALLED: &str = r#"
    public class Called {
        public static void main(String[] args) {
            System.out.println(System.getProperty("k") + " " + String.join(",", args));
            System.exit(Integer.getInteger("code", 0));
        }
    }"#;

#[test]
fn all_commands_below_the_file_read_it() {
    let classes = compile("Called", CALLED);
    let below = classes.path().join("a/b");
    fs::create_dir_all(&below).unwrap();
    let file = classes.path().join("deadheat.toml");
    fs::write(
        &file,
        "class-path = '.'\njava-options = ['-Dk=file', '-Dcode=3']\nseed = 1\n[check]\nfail-on-exit = true\n",
    )
    .unwrap();
    for (args, code, part) in [
        (&["run", "Called", "x"][..], 3, "file x\n"),
        (&["run", "-Dk=line", "-Dcode=0", "Called"], 0, "line \n"),
        (&["check", "Called"], 1, "exit code 3"),
        (&["explore", "Called"], 0, "The whole state space was searched"),
        (&["doctor", "Called"], 0, "1 class"),
        (&["check", "--expect-exit", "3", "Called"], 0, "The whole state space was searched"),
        (&["run", "--no-config", "Called"], 2, "main class Called"),
        (&["run", "-cp", "nowhere", "Called"], 2, "main class Called"),
        (&["run", "--config", "nowhere.toml", "Called"], 2, "cannot read nowhere.toml"),
        (&["run", "--config", "x", "--no-config", "Called"], 2, "cannot be used with"),
        (&["run", "--help"], 0, "--no-config"),
    ] {
        let done = deadheat(&below, args);
        assert_eq!(done.status.code(), Some(code), "{args:?}: {}", text(&done));
        assert!(text(&done).contains(part), "{args:?}: {}", text(&done));
    }
    // Who does not think of a file above is told.
    let used = "with the options of ";
    assert!(text(&deadheat(&below, &["run", "Called"])).contains(used));
    assert!(!text(&deadheat(classes.path(), &["run", "Called"])).contains(used));
}

#[test]
fn native_programs_have_keys_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.c"), "int main(void) { return N; }\n").unwrap();
    let file = folder.path().join("deadheat.toml");
    // What is for Java is not for them.
    fs::write(&file, "class-path = ['x']\ncflags = ['-DN=5', '-Wall']\nopt = 0\n").unwrap();
    assert_eq!(deadheat(folder.path(), &["run", "a.c"]).status.code(), Some(5));
    assert_eq!(deadheat(folder.path(), &["run", "--cflags", "-DN=6", "a.c"]).status.code(), Some(6));
}

#[test]
fn mistakes_have_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deadheat.toml");
    for (written, command, part) in [
        (
            "\nclas-path = 'a'\n",
            "check",
            "deadheat.toml:2: the key `clas-path` is not known; did you mean `class-path`?",
        ),
        ("seed = 'x'", "check", "deadheat.toml:1: `seed` must be a number"),
        ("seed = ", "replay", "deadheat.toml:1: "),
        ("[check]\nfail-on = 'nevr'", "check", "deadheat.toml:2: invalid value 'nevr'"),
        ("[check]\nstrategy = 'dfs'", "check", "deadheat.toml:2: `deadheat check` has no option --strategy"),
        ("[check]\nexpect-exit = 1\nsame-output = true", "check", "deadheat.toml:"),
        ("budget = [3, 2]", "test", "deadheat.toml:1: "),
        ("java-options = ['-Xmxy']", "run", "deadheat.toml: -Xmxy"),
        ("width = 3", "report", "deadheat.toml:1: "),
    ] {
        fs::write(&file, written).unwrap();
        let done = deadheat(folder.path(), &[command, "Main"]);
        assert_eq!(done.status.code(), Some(2), "{written}: {}", text(&done));
        assert!(text(&done).contains(part), "{written}: {}", text(&done));
        assert_eq!(text(&done).lines().count(), 1, "{written}: {}", text(&done));
    }
    fs::write(&file, [0xff, 0xfe]).unwrap();
    let done = deadheat(folder.path(), &["check", "Main"]);
    assert!(done.status.code() == Some(2) && text(&done).contains("cannot read"), "{}", text(&done));
}

#[test]
fn init_writes_what_the_commands_read() {
    let classes = compile("Called", CALLED);
    let init = |args: &[&str]| deadheat(classes.path(), &[&["init"], args].concat());
    fs::create_dir(classes.path().join("lib")).unwrap();
    fs::write(classes.path().join("Called.java"), CALLED).unwrap();
    assert_eq!(init(&[]).status.code(), Some(0));
    let written = fs::read_to_string(classes.path().join("deadheat.toml")).unwrap();
    assert!(written.contains("class-path = [\".\", \"lib/*\"]"), "{written}");
    assert_eq!(deadheat(classes.path(), &["run", "Called"]).status.code(), Some(0));
    let again = init(&[]);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again).contains("there already; change it, or let --force replace it"), "{}", text(&again));
    fs::write(classes.path().join("deadheat.toml"), "x").unwrap();
    assert_eq!(init(&["--force"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(classes.path().join("deadheat.toml")).unwrap(), written);
    assert_eq!(init(&["no/such/folder"]).status.code(), Some(2));
}

#[test]
fn every_key_is_an_option_and_in_the_docs() {
    let cli = deadheat::options::definition();
    let own: Vec<&clap::Arg> = cli.get_subcommands().flat_map(clap::Command::get_arguments).collect();
    let page = fs::read_to_string(repository("docs/cli.md")).unwrap();
    let (_, section) = page.split_once("\n## The project's file\n").unwrap();
    let rows: Vec<&str> = section.lines().skip_while(|line| !line.starts_with("| key |")).skip(2).collect();
    let rows = rows.iter().take_while(|line| line.starts_with('|')).map(|row| row.split('|').nth(1).unwrap());
    let mut told: Vec<&str> = rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    for key in KEYS {
        let options = own.iter().filter(|arg| arg.get_long() == Some(key.name));
        let takes: Vec<bool> = options.map(|arg| arg.get_action().takes_values()).collect();
        match key.taker {
            deadheat::project::keys::Taker::Own => {
                let takes_values = key.form != deadheat::project::keys::Form::Flag;
                assert!(!takes.is_empty() && takes.iter().all(|takes| *takes == takes_values), "{}", key.name);
            }
            _ => assert!(takes.is_empty() || key.name == "compiler", "{} is an option of deadheat's own", key.name),
        }
        let at = told.iter().position(|name| *name == key.name);
        told.remove(at.unwrap_or_else(|| panic!("docs/cli.md does not have the key `{}`", key.name)));
    }
    assert!(told.is_empty(), "docs/cli.md has keys that there are not: {told:?}");
}
