//! Snapshots, fingerprints and schedules: the promises of the `Machine` contract, on real guests.

use crate::common::{Dice, Events, boot, choices};
use deadheat_event::trace::TraceWriter;
use deadheat_event::{Choice, Context, Done, Event, Observer, Schedule};
use deadheat_guest_java::Jvm;
use deadheat_machine::scheduler::Random;
use deadheat_machine::{Driver, Machine, Outcome, Replay};
use deadheat_testing::java::compile;

const GUEST: &str = r#"
import java.util.*;
public class Guest {
    static int total;
    static final Object lock = new Object();
    static volatile boolean flag;
    static class Worker extends Thread {
        final int n; int sum;
        Worker(int n) { this.n = n; }
        public void run() {
            List<Integer> mine = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                mine.add(i * n);
                synchronized (lock) { total += i; }
                total++;
                sum += mine.size();
            }
            synchronized (lock) { flag = true; lock.notifyAll(); }
        }
    }
    public static void main(String[] args) throws Exception {
        Worker a = new Worker(2), b = new Worker(3);
        a.start(); b.start();
        synchronized (lock) { while (!flag) lock.wait(1000); }
        a.join(); b.join();
        System.out.println(a.sum + b.sum);
    }
}
"#;

/// Runs to the end with the given dice, collecting choices, events and fingerprints.
fn run_on(jvm: &mut Jvm, dice: &mut Dice, steps: usize) -> (Vec<Choice>, Vec<deadheat_event::Event>, Vec<u128>) {
    let mut made = Vec::new();
    let mut events = Events::default();
    let mut prints = Vec::new();
    for _ in 0..steps {
        let open = choices(jvm);
        if open.is_empty() {
            break;
        }
        let choice = open[dice.below(open.len())];
        made.push(choice);
        jvm.step(choice, Some(&mut events)).unwrap();
        prints.push(jvm.fingerprint().0);
    }
    (made, events.0, prints)
}

fn strip(events: &[deadheat_event::Event]) -> Vec<String> {
    events.iter().map(|e| format!("{} {:?} {}", e.thread, e.kind, e.site)).collect()
}

#[test]
fn snapshot_run_restore_run_gives_the_same() {
    let classes = compile("Guest", GUEST);
    let mut jvm = boot(&classes, "Guest");
    for seed in 0..30 {
        let root = jvm.snapshot();
        let mut dice = Dice(seed);
        let ahead = dice.below(60);
        run_on(&mut jvm, &mut dice, ahead);
        let middle = jvm.snapshot();
        let print = jvm.fingerprint();
        let (first, first_events, first_prints) = run_on(&mut jvm, &mut Dice(seed + 1), 200);
        jvm.restore(&middle);
        assert_eq!(print, jvm.fingerprint());
        let (second, second_events, second_prints) = run_on(&mut jvm, &mut Dice(seed + 1), 200);
        assert_eq!(first, second);
        assert_eq!(strip(&first_events), strip(&second_events));
        assert_eq!(first_prints, second_prints);
        jvm.restore(&root);
    }
}

#[test]
fn commuting_steps_give_equal_fingerprints() {
    let source = r#"
public class Apart extends Thread {
    static class Box { int value; }
    final Box box;
    Apart(Box box) { this.box = box; }
    public void run() {
        for (int i = 0; i < 3; i++) { box.value = new int[] {i, box.value}.length + i; }
        Object kept = new Object();
        box.value += kept.hashCode() == 0 ? 1 : 2;
    }
    static Box left = new Box(), right = new Box();
    public static void main(String[] args) throws Exception {
        Thread a = new Apart(left), b = new Apart(right);
        a.start(); b.start(); a.join(); b.join();
    }
}
"#;
    let classes = compile("Apart", source);
    let mut jvm = boot(&classes, "Apart");
    let root = jvm.snapshot();
    let mut prints = std::collections::BTreeSet::new();
    for seed in 0..40 {
        jvm.restore(&root);
        let mut dice = Dice(seed);
        let mut last = 0;
        while let Some(choice) = {
            let open = choices(&jvm);
            (!open.is_empty()).then(|| open[dice.below(open.len())])
        } {
            let outcome = jvm.step(choice, None).unwrap();
            last = jvm.fingerprint().0;
            if !outcome.is_running() {
                assert_eq!(outcome, Outcome::Finished { exit_code: 0 });
            }
        }
        prints.insert(last);
    }
    assert_eq!(prints.len(), 1, "two threads that share nothing end in one state whatever the order");
}

#[test]
fn a_schedule_replays_to_the_same_trace_bytes() {
    let classes = compile("Guest", GUEST);
    let trace = |schedule: Option<Schedule>, seed: u64| -> (Schedule, Vec<u8>) {
        let mut jvm = boot(&classes, "Guest");
        let mut bytes = Vec::new();
        let mut writer = TraceWriter::new(&mut bytes, "java");
        let report = match schedule {
            None => Driver::new(&mut jvm, &mut Random::new(seed)).observer(Some(&mut writer)).record(true).run(),
            Some(schedule) => {
                Driver::new(&mut jvm, &mut Replay::new(schedule)).observer(Some(&mut writer)).record(true).run()
            }
        };
        assert_eq!(report.end.unwrap(), Outcome::Finished { exit_code: 0 });
        writer.finish(jvm.context()).unwrap();
        (report.schedule, bytes)
    };
    for seed in 0..5 {
        let (schedule, first) = trace(None, seed);
        let text = schedule.to_string();
        let parsed = Schedule::parse("test", &text).unwrap();
        let (_, second) = trace(Some(parsed), seed);
        assert!(first.len() > 500);
        assert_eq!(first, second);
    }
}

#[test]
fn a_snapshot_can_be_restored_by_another_worker() {
    let classes = compile("Guest", GUEST);
    let mut jvm = boot(&classes, "Guest");
    run_on(&mut jvm, &mut Dice(7), 20);
    let mut other = jvm.fork().unwrap();
    run_on(&mut jvm, &mut Dice(8), 25);
    let snapshot = jvm.snapshot();
    let (_, here, here_prints) = run_on(&mut jvm, &mut Dice(9), 200);
    let (there, there_prints) = std::thread::spawn(move || {
        other.restore(&snapshot);
        let (_, events, prints) = run_on(&mut other, &mut Dice(9), 200);
        (events, prints)
    })
    .join()
    .unwrap();
    assert_eq!(strip(&here), strip(&there));
    assert_eq!(here_prints, there_prints);
}

#[test]
fn an_observer_sees_stacks_and_locks_as_of_the_operation() {
    struct Watch(Vec<(usize, Option<u32>)>);
    impl Observer for Watch {
        fn event(&mut self, event: &Event, context: &dyn Context) {
            if let Some(Done::Write { location, .. }) = event.done()
                && context.location_name(*location) == "Locked.value"
            {
                self.0.push((context.locks(event.thread).len(), context.stack(event.thread)[0].line));
            }
        }
    }
    let source = "public class Locked extends Thread {
    static int value;
    public void run() {
        synchronized (Locked.class) { value = 1; }
        value = 2;
    }
    public static void main(String[] args) throws Exception {
        Thread t = new Locked();
        t.start();
        t.join();
    }
}";
    let classes = compile("Locked", source);
    let mut jvm = boot(&classes, "Locked");
    let mut watch = Watch(Vec::new());
    while let Some(choice) = choices(&jvm).first() {
        jvm.run(*choice, 100, Some(&mut watch)).unwrap();
    }
    assert_eq!(watch.0, [(1, Some(4)), (0, Some(5))]);
}
