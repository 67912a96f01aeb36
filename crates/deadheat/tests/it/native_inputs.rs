//! What a native guest reads: its standard input and its files reach it in every run, are in its witnesses, and come back in replays.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Output, Stdio};

use deadheat_testing::files;

use crate::native_tools::{DEADHEAT, command, deadheat, has, said, succeeds, text, write};

/// There is a race only if the input says 2, and the file 3.
const C: &str = "#include <pthread.h>\n#include <stdio.h>\nstatic int counter, times;\n\
static void *add(void *p) { for (int i = 0; i < times; i++) counter++; return p; }\n\
int main(int count, char **words) {\n    FILE *file = fopen(words[1], \"r\");\n    int threads = 0;\n\
    if (!file || fscanf(file, \"%d\", &times) != 1 || times != 3) return 4;\n    fclose(file);\n\
    fclose(fopen(\"written\", \"w\"));\n\
    if (scanf(\"%d\", &threads) != 1 || threads != 2) return 5;\n    pthread_t a, b;\n\
    pthread_create(&a, 0, add, 0); pthread_create(&b, 0, add, 0);\n    pthread_join(a, 0); pthread_join(b, 0);\n\
    printf(\"%d threads\\n\", threads);\n    return 0;\n}\n";

const RUST: &str = "use std::io::BufRead;\nstatic mut COUNTER: u32 = 0;\n\
fn main() {\n    let name = std::env::args().nth(1).unwrap();\n\
    let Ok(times) = std::fs::read_to_string(name) else { std::process::exit(4) };\n\
    let times: u32 = times.trim().parse().unwrap();\n    let mut line = String::new();\n\
    std::io::stdin().lock().read_line(&mut line).unwrap();\n    if line.trim() != \"2\" { std::process::exit(5) }\n\
    let add = move || for _ in 0..times { unsafe { COUNTER += 1 } };\n\
    let threads = [std::thread::spawn(add), std::thread::spawn(add)];\n\
    for thread in threads { thread.join().unwrap(); }\n    println!(\"2 threads\");\n}\n";

/// Runs deadheat in a folder with this file for its standard input.
fn with_input(folder: &Path, input: &Path, args: &[&str]) -> Output {
    let mut deadheat = command(DEADHEAT, folder);
    deadheat.args(args).stdin(File::open(input).unwrap());
    deadheat.output().unwrap()
}

fn come_back(source: &str, program: &str) {
    let here = tempfile::tempdir().unwrap();
    let folder = here.path();
    write(folder, &[(source, program), ("a file", "3\n"), ("two", "2\n"), ("nine", "9\n")]);
    let run = with_input(folder, &folder.join("two"), &["run", source, "a file"]);
    assert_eq!(succeeds(&run), "2 threads\n");
    let other = with_input(folder, &folder.join("nine"), &["run", source, "a file"]);
    assert_eq!(other.status.code(), Some(5), "{}", said(&other));

    let checked = with_input(folder, &folder.join("two"), &["check", "--output", "results", source, "a file"]);
    assert_eq!(checked.status.code(), Some(1), "{}", said(&checked));
    let witness = files(&folder.join("results"), "witness").remove(0).display().to_string();
    let facts = fs::read_to_string(&witness).unwrap();
    assert!(facts.contains("a%20;file=330a") && facts.contains("stdin: 320a"), "{facts}");
    assert!(!facts.contains("written="), "{facts}");

    // Neither is there any more as it was.
    fs::write(folder.join("a file"), "1\n").unwrap();
    succeeds(&deadheat(folder, &["replay", "--check", &witness]));
    fs::remove_file(folder.join("a file")).unwrap();
    succeeds(&deadheat(folder, &["replay", "--check", &witness]));
}

#[test]
fn inputs_of_c_come_back() {
    if has("gcc") {
        come_back("reads.c", C);
    }
}

#[test]
fn inputs_of_rust_come_back() {
    come_back("reads.rs", RUST);
}

/// Of what a witness does not keep it says how much it was.
#[test]
fn what_is_not_kept_is_compared() {
    if !has("gcc") {
        return;
    }
    let here = tempfile::tempdir().unwrap();
    let folder = here.path();
    write(folder, &[("reads.c", C), ("file", "3\n"), ("two", "2\n")]);
    let args = ["check", "--no-values", "--output", "results", "reads.c", "file"];
    assert_eq!(with_input(folder, &folder.join("two"), &args).status.code(), Some(1));
    let witness = files(&folder.join("results"), "witness").remove(0).display().to_string();
    let replay = ["replay", "--check", &witness];
    succeeds(&with_input(folder, &folder.join("two"), &replay));
    fs::write(folder.join("file"), "123\n").unwrap();
    let failed = with_input(folder, &folder.join("two"), &replay);
    assert_eq!(failed.status.code(), Some(1), "{}", said(&failed));
    assert!(text(&failed.stderr).contains("files that it reads are others: file"), "{}", said(&failed));
}

/// A pipe that nobody writes to, as some systems give it to what they start, is no reason to wait.
#[test]
fn a_silent_pipe_is_no_input() {
    if !has("gcc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[("reads.c", C), ("file", "3\n")]);
    let mut check = command(DEADHEAT, folder.path());
    check.args(["check", "--fail-on-exit", "reads.c", "file"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut check = check.spawn().unwrap();
    let silent = check.stdin.take();
    let output = check.wait_with_output().unwrap();
    drop(silent);
    let told = text(&output.stdout);
    assert!(told.contains("the program ends with exit code 5") && told.contains("at main(reads.c:"), "{told}");
}
