//! A guest cannot get out of its memory, whatever it does with `Unsafe`: `tests/contained/README.md`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use deadheat_testing::corpus::Program;
use deadheat_testing::java::{LATER, all_jdks, compile_files, java_home, later_jdk};
use deadheat_testing::{parallel, repository};

/// Seeds of the random attacker, and its rounds.
const SEEDS: std::ops::Range<u32> = 0..24;
const ROUNDS: &str = "2500";

fn deadheat(home: &Path, command: &str, program: &Program, classes: &Path, args: &[&str]) -> Output {
    let mut deadheat = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    // A check that cannot be complete uses all of its budget.
    let bound = match command {
        "run" => ["--timeout", "60"],
        "check" => ["--budget", "2,6"],
        _ => ["--max-time", "60"],
    };
    deadheat.env("JAVA_HOME", home).args([command, "--heap", "64m"]).args(bound).arg("-cp").arg(classes);
    for options in program.directives("options") {
        deadheat.args(options.split_whitespace());
    }
    deadheat.arg(&program.name).args(args).output().unwrap()
}

/// Says what has happened that must not: a signal, a panic, a fault of deadheat's.
fn escape(output: &Output) -> Option<String> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let bad =
        output.status.code().is_none_or(|code| code > 2) || stderr.contains("panicked") || stderr.contains("fault of");
    bad.then(|| format!("{:?}\n{stderr}", output.status))
}

fn programs() -> Vec<Program> {
    let programs = Program::read_folder("tests/contained");
    programs.into_iter().filter(|program| program.name != "Attempts").collect()
}

fn classes() -> tempfile::TempDir {
    compile_files(&deadheat_testing::files(&repository("tests/contained"), "java"))
}

/// Every attack ends as its program says, on this JDK.
fn attacks_end_well(home: &Path) {
    let classes = classes();
    let programs: Vec<Program> = programs().into_iter().filter(|p| p.directives("prints").next().is_some()).collect();
    assert!(programs.len() >= 4);
    let wrong = parallel::map(&programs, |program| {
        let output = deadheat(home, "run", program, classes.path(), &[]);
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let wanted: String = program.directives("prints").map(|line| format!("{line}\n")).collect();
        let differs = (stdout != wanted).then(|| format!("wanted:\n{wanted}\ngot:\n{stdout}\n{output:?}"));
        escape(&output).or(differs).map(|what| format!("{}: {what}", program.name))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn attacks_end_in_errors_of_the_guest() {
    attacks_end_well(&java_home());
}

#[test]
fn attacks_end_in_errors_of_the_guest_on_later_jdks() {
    for home in LATER.into_iter().filter_map(later_jdk) {
        attacks_end_well(&home);
    }
}

/// Attacks of several threads, in all orders: what one frees another may write to, and a state that comes back has its blocks back.
#[test]
fn attacks_end_well_in_all_orders() {
    let classes = classes();
    let commands = |program: &Program| program.directives("command").next().map(str::to_owned);
    let programs: Vec<_> = programs().into_iter().filter_map(|p| commands(&p).map(|command| (p, command))).collect();
    assert!(!programs.is_empty());
    for (program, command) in programs {
        let output = deadheat(&java_home(), &command, &program, classes.path(), &[]);
        assert_eq!(escape(&output), None);
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(!stdout.contains("AssertionError"), "{}: {stdout}", program.name);
    }
}

/// Classes are linked for all paths. A loader that gives different ones by the same name is found out, and nothing is said to be complete.
#[test]
fn a_loader_that_looks_at_the_order_is_told() {
    let classes = classes();
    let programs = programs();
    let loaders = programs.iter().find(|program| program.name == "Loaders").unwrap();
    for command in ["explore", "check"] {
        let output = deadheat(&java_home(), command, loaders, classes.path(), &[]);
        assert_eq!(escape(&output), None);
        let stdout = String::from_utf8_lossy(&output.stdout).replace("\n    ", " ");
        assert!(stdout.contains("a class Loaders_B that depends on the order of its threads"), "{command}: {stdout}");
        assert!(!stdout.contains("The whole state space"), "{command}: {stdout}");
    }
}

/// What random calls make of objects is the guest's own trouble, and no more.
#[test]
fn a_random_attacker_does_not_get_out() {
    let classes = classes();
    let programs = programs();
    let attacker = programs.iter().find(|program| program.name == "Attacker").unwrap();
    let seeds: Vec<String> = SEEDS.map(|seed| seed.to_string()).collect();
    let homes = all_jdks();
    let runs: Vec<_> = homes.iter().flat_map(|home| seeds.iter().map(move |seed| (home, seed))).collect();
    let escapes = parallel::map(&runs, |(home, seed)| {
        let output = deadheat(home, "run", attacker, classes.path(), &[seed, ROUNDS]);
        // No seed here makes the program hang or spoils its last line.
        let survived = String::from_utf8_lossy(&output.stdout).contains("survived");
        let quiet = || (!survived).then(|| format!("{output:?}"));
        escape(&output).or_else(quiet).map(|what| format!("seed {seed}, {}: {what}", home.display()))
    });
    let escapes: Vec<String> = escapes.into_iter().flatten().collect();
    assert!(escapes.is_empty(), "{}", escapes.join("\n\n"));
}

/// The words of a frame are those that the code names, and a state of the decoder has no others: a small class file does not take
/// gigabytes.
#[test]
fn locals_that_no_code_names_cost_nothing() {
    let source = "public class Many { static int depth; static void down() { int a = depth++; \
                  if (a < 1000) { down(); } } \
                  public static void main(String[] args) { down(); System.out.println(depth); } }";
    let folder = deadheat_testing::java::compile("Many", source);
    let file = folder.path().join("Many.class");
    let mut bytes = fs::read(&file).unwrap();
    // `Code` attributes begin with the name, the length, the stack and the locals; here all methods get the most locals.
    let mut changed = 0;
    for at in 0..bytes.len() - 14 {
        let length = u32::from_be_bytes(bytes[at + 2..at + 6].try_into().unwrap()) as usize;
        let code = u32::from_be_bytes(bytes[at + 10..at + 14].try_into().unwrap()) as usize;
        let (stack, locals) = (bytes[at + 7], bytes[at + 9]);
        let plausible = bytes[at] == 0 && bytes[at + 6] == 0 && bytes[at + 8] == 0 && stack < 8 && locals < 8;
        if plausible && code > 0 && code + 12 <= length && at + 6 + length <= bytes.len() && length < 300 {
            bytes[at + 8] = 0xff;
            bytes[at + 9] = 0xff;
            changed += 1;
        }
    }
    assert!(changed >= 3, "{changed} methods");
    fs::write(&file, &bytes).unwrap();
    let mut deadheat = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let output = deadheat.env("JAVA_HOME", java_home()).args(["run", "-cp"]).arg(folder.path()).arg("Many").output();
    let output = output.unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1001\n", "{output:?}");
}
