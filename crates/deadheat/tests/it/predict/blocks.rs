//! Broken atomicity from outside: blocks of texts, and of a Java program's trace.

use super::*;

/// A clerk looks and then pays, each under the lock; another one resets the account meanwhile.
const BLOCKS: &str = "\
main|fork(clerk)|Bank.java:3
main|fork(auditor)|Bank.java:4
clerk|begin|Bank.pay(Bank.java:10)
clerk|acq(lock)|Bank.get(Bank.java:20)
clerk|r(balance)|Bank.get(Bank.java:21)|=100
clerk|rel(lock)|Bank.get(Bank.java:22)
clerk|acq(lock)|Bank.set(Bank.java:30)
clerk|w(balance)|Bank.set(Bank.java:31)|=90
clerk|rel(lock)|Bank.set(Bank.java:32)
clerk|end|Bank.pay(Bank.java:12)
auditor|acq(lock)|Bank.reset(Bank.java:40)
auditor|w(balance)|Bank.reset(Bank.java:41)|=0
auditor|rel(lock)|Bank.reset(Bank.java:42)
main|join(clerk)|Bank.java:5
main|join(auditor)|Bank.java:6
";

#[test]
fn a_block_that_another_thread_comes_into() {
    let folder = folder_with("bank.std", BLOCKS);
    let text = told(deadheat(folder.path(), &["predict", "bank.std"]), 1);
    compare(&text, "predict-block.txt");

    let found = findings(folder.path(), &["bank.std"]);
    assert_eq!((kinds(&found), &*found[0].1), (vec!["atomicity"], "predicted"));
    let result: Value = serde_json::from_slice(&fs::read(folder.path().join("out/result.json")).unwrap()).unwrap();
    let finding = &result["findings"][0];
    assert_eq!(finding["error"]["block"], "Bank.pay");
    // The block's first access, the other's between, and the block's second that comes next.
    let lines: Vec<_> = finding["participants"].as_array().unwrap().iter().map(|part| &part["place"]["line"]).collect();
    assert_eq!(lines, [21, 41, 31]);
    let moments = finding["reordering"]["interleaving"].as_array().unwrap();
    let at = |line: u64| moments.iter().position(|moment| moment["place"]["line"] == line).unwrap();
    assert!(at(21) < at(41) && at(41) < at(31) && at(31) == moments.len() - 1, "{moments:?}");
    for file in ["report.txt", "report.html", "report.sarif", "trace.json"] {
        assert!(fs::read_to_string(folder.path().join("out").join(file)).unwrap().contains("Bank.pay"), "{file}");
    }
    let sarif = told(deadheat(folder.path(), &["predict", "--format", "sarif", "bank.std"]), 1);
    assert!(sarif.contains("BrokenAtomicity"), "{sarif}");
    // Of the engines one does not look for blocks, and the other finds it as well.
    assert!(findings(folder.path(), &["--engine", "sync-preserving", "bank.std"]).is_empty());
    assert_eq!(findings(folder.path(), &["--engine", "csp", "bank.std"]), found);
    assert_eq!(findings(folder.path(), &["--engine", "maximal", "bank.std"]), found);
}

/// The same where the lock is held all the while; where nobody says that it should be atomic; where the other one cannot come between.
#[test]
fn blocks_that_nothing_breaks() {
    let inside = ["clerk|rel(lock)|Bank.get(Bank.java:22)\n", "clerk|acq(lock)|Bank.set(Bank.java:30)\n"];
    let locked = inside.iter().fold(BLOCKS.to_owned(), |text, line| text.replace(line, ""));
    let unmarked: String =
        BLOCKS.lines().filter(|line| !line.contains("|begin|")).map(|line| format!("{line}\n")).collect();
    let unmarked = unmarked.replace("clerk|end|Bank.pay(Bank.java:12)\n", "");
    let later = BLOCKS.replace("main|join(clerk)|Bank.java:5\n", "");
    let later = later.replace("main|fork(auditor)|Bank.java:4\n", "");
    let later =
        later.replace("auditor|acq", "main|join(clerk)|Bank.java:5\nmain|fork(auditor)|Bank.java:4\nauditor|acq");
    // A wait lets others come between on purpose.
    let waits = BLOCKS.replace(inside[0], "clerk|wait(lock)|Bank.get(Bank.java:22)\n");
    let waits = waits.replace(inside[1], "clerk|timeout(lock)|Bank.set(Bank.java:30)\n");
    for text in [locked, unmarked, later, waits] {
        let folder = folder_with("clean.std", &text);
        let shown = told(deadheat(folder.path(), &["predict", "clean.std"]), 0);
        assert!(shown.starts_with("clean.std: nothing found"), "{text}\n{shown}");
    }
}

#[test]
fn bounds_are_kept_and_must_match() {
    let named = BLOCKS.replace("clerk|begin|", "clerk|begin(pay)|").replace("clerk|end|", "clerk|end(pay)|");
    for text in [BLOCKS, &named] {
        let folder = folder_with("bank.std", text);
        assert_eq!(told(deadheat(folder.path(), &["convert", "bank.std"]), 0), text);
        told(deadheat(folder.path(), &["convert", "bank.std", "-o", "again.std.gz"]), 0);
        assert_eq!(findings(folder.path(), &["bank.std"]), findings(folder.path(), &["again.std.gz"]));
    }
    // A block that is never ended ends with the trace.
    let folder = folder_with("open.std", BLOCKS.replace("clerk|end|Bank.pay(Bank.java:12)\n", ""));
    assert_eq!(kinds(&findings(folder.path(), &["open.std"])), ["atomicity"]);
    let folder = folder_with("bad.std", BLOCKS.replace("clerk|begin|Bank.pay(Bank.java:10)\n", ""));
    let output = deadheat(folder.path(), &["predict", "bad.std"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    let expected =
        "bad.std: line 9: clerk ends a block that it has not begun: a trace must have a begin before each end";
    assert!(message.contains(expected), "{message}");
}

/// Under a lock that nobody else takes: an atomic number that is looked at and then changed, and a map that is safe by itself; under the lock
/// of all, what nobody comes into.
const JAVA: &str = r#"import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
public class Till {
    final Object mine = new Object();
    final AtomicInteger tickets = new AtomicInteger();
    final ConcurrentHashMap<String, Integer> book = new ConcurrentHashMap<>();
    volatile int total;
    void ticket() { synchronized (mine) { if (tickets.get() < 10) tickets.incrementAndGet(); } }
    void note() { synchronized (mine) { book.put("a", 1); book.merge("a", 1, Integer::sum); } }
    synchronized void sum() { total = total + 1; total = total + 1; }
    public static void main(String[] args) throws Exception {
        Till till = new Till();
        Thread one = new Thread(() -> { till.ticket(); till.note(); till.sum(); });
        Thread two = new Thread(() -> { till.tickets.set(3); till.book.put("a", 2); till.sum(); });
        one.start(); two.start();
        one.join(); two.join();
    }
}"#;

#[test]
fn blocks_of_a_java_program() {
    let classes = compile("Till", JAVA);
    let folder = classes.path();
    record(folder, "Till", "till.trace");
    let text = told(deadheat(folder, &["predict", "till.trace"]), 1);
    assert!(text.starts_with("predicted: Till.ticket is not atomic\n"), "{text}");
    let found = findings(folder, &["till.trace"]);
    assert_eq!(found.len(), 1);
    told(deadheat(folder, &["convert", "till.trace", "--output", "till.std"]), 0);
    assert_eq!(findings(folder, &["till.std"]), found);
    // `check` calls it by the same id.
    assert_eq!(witnessed_by_check(folder, "Till"), 1);
}

#[test]
fn models_of_blocks() {
    let folder = folder_with("bank.std", BLOCKS);
    told(deadheat(folder.path(), &["predict", "--export", "csp", "--output", "out", "bank.std"]), 1);
    let script = fs::read_to_string(folder.path().join("out/csp/block-0.csp")).unwrap();
    assert!(
        script.starts_with("-- bank.std: a block with balance\n") && script.contains("ORDER = first.t1"),
        "{script}"
    );
}
