//! Programs that never end: `check` records them until they show nothing new, and says so.

use std::fs;
use std::process::Command;

use deadheat_testing::java::compile;
use serde_json::Value;

/// A queue between two threads. After many rounds, which are all the same, comes a race, unless the rounds have no end.
const ENDLESS: &str = "
import java.util.concurrent.*;
public class Endless {
    static int handled, late;
    static final Object lock = new Object();
    public static void main(String[] args) throws Exception {
        int last = Integer.parseInt(args[0]);
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
        Thread server = new Thread(() -> {
            try {
                for (int n = queue.take(); n != last; n = queue.take()) {
                    synchronized (lock) { handled += n; }
                }
                late++;
            } catch (InterruptedException e) { }
        });
        server.start();
        for (int i = 0; i <= last || last == 0; i++) {
            queue.put(last == 0 ? 1 : i);
            synchronized (lock) { if (handled < 0) handled = 0; }
        }
        late++;
    }
}";

/// The bounds and findings of a check.
fn check(options: &[&str], last: &str) -> (Vec<String>, Vec<String>) {
    let (classes, folder) = (compile("Endless", ENDLESS), tempfile::tempdir().unwrap());
    let mut check = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    check.args(["check", "--budget", "4,30", "--max-states", "100", "--output"]).arg(folder.path()).args(options);
    let output = check.arg("-cp").arg(classes.path()).args(["Endless", last]).output().unwrap();
    let result = fs::read_to_string(folder.path().join("result.json")).unwrap_or_default();
    let result: Value = serde_json::from_str(&result).unwrap_or_else(|_| panic!("{output:?}"));
    assert_eq!(result["complete"], false);
    let texts = |values: &Value, field: fn(&Value) -> &Value| -> Vec<String> {
        values
            .as_array()
            .into_iter()
            .flatten()
            .map(|value| field(value).as_str().unwrap_or_default().to_owned())
            .collect()
    };
    (texts(&result["bounds"], |bound| bound), texts(&result["findings"], |finding| &finding["error"]["target"]))
}

#[test]
fn recording_ends_when_nothing_new_is_reached() {
    let (bounds, findings) = check(&["--steady", "5000"], "0");
    assert!(bounds.iter().any(|bound| bound == "steady"), "{bounds:?}");
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn a_longer_stretch_shows_what_comes_late() {
    let (bounds, findings) = check(&["--steady", "1000000"], "4000");
    assert!(!bounds.iter().any(|bound| bound == "steady" || bound == "recording"), "{bounds:?}");
    assert_eq!(findings, ["Endless.late"]);
}
