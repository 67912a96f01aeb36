//! What a search pays for: step + fingerprint + snapshot, then restore, on a booted guest with two threads.
//!
//! Prints cycles per second and bytes per kept snapshot. Run by `make bench`.

use std::time::Instant;

use deadheat_event::Choice;
use deadheat_guest_java::{Config, Jvm, Snapshot};
use deadheat_machine::Machine;
use deadheat_testing::java::{compile, java_home};

const GUEST: &str = r#"
public class Guest extends Thread {
    static int shared;
    static final Object lock = new Object();
    public void run() {
        for (int i = 0; i < 1_000_000; i++) {
            synchronized (lock) { shared++; }
            shared--;
        }
    }
    public static void main(String[] args) throws Exception {
        Thread a = new Guest(), b = new Guest();
        a.start(); b.start(); a.join(); b.join();
    }
}
"#;

fn main() {
    let classes = compile("Guest", GUEST);
    let config = Config::new(java_home(), vec![classes.path().to_owned()], "Guest");
    let mut jvm = Jvm::new(&config).expect("the guest boots");

    // To where both threads run.
    let mut choices = Vec::new();
    for turn in 0..200 {
        jvm.choices(&mut choices);
        let choice = choices[turn % choices.len()];
        jvm.step(choice, None).expect("a step");
    }

    // Depth first: from each state step one thread, keep the state, go back every other time.
    let cycles = 400_000;
    let mut kept: Vec<Snapshot> = vec![jvm.snapshot()];
    let mut bytes = 0;
    let start = Instant::now();
    for i in 0..cycles {
        jvm.choices(&mut choices);
        let threads = choices.iter().filter(|c| matches!(c, Choice::Thread(_))).count().max(1);
        jvm.step(choices[(i / 3) % threads], None).expect("a step");
        std::hint::black_box(jvm.fingerprint());
        let snapshot = jvm.snapshot();
        bytes += snapshot.size();
        kept.push(snapshot);
        if kept.len() > 64 {
            kept.truncate(32);
        }
        jvm.restore(&kept[kept.len() - 1 - (i & 1)]);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "step + fingerprint + snapshot + restore: {:.0} cycles/s, {} bytes per snapshot",
        f64::from(cycles as u32) / seconds,
        bytes / cycles
    );
}
