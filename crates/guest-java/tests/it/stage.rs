//! A guest of up to three scripted threads, moved by hand, whose operations are compared as text.

use deadheat_event::{
    BlockedOn, Choice, Context, Done, Event, EventKind, Location, Observer, Op, SourcePos, SyncId, ThreadId,
};
use deadheat_guest_java::Jvm;
use deadheat_guest_java::host::output::Stream;
use deadheat_machine::{Machine, Outcome};
use deadheat_testing::java::compile;
use tempfile::TempDir;

use crate::common::{boot, choices};

/// A machine whose threads `T1`, `T2` … run `one()`, `two()` …
pub struct Stage {
    pub jvm: Jvm,
    pub outcome: Outcome,
    _classes: TempDir,
}

/// Remembers events as text, in the moment at which they are reported.
#[derive(Default)]
struct Script(Vec<String>);

impl Observer for Script {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        // A thread ends in the step of its last operation, which is what the scripts are about.
        match &event.kind {
            EventKind::Did(Done::End) => {}
            EventKind::Did(done) => self.0.push(done_text(done, context)),
            EventKind::Noted(mark) => self.0.push(format!("{mark:?}")),
        }
    }
}

/// `java.util.concurrent.locks.ReentrantLock` → `ReentrantLock`.
fn class(sync: &SyncId, context: &dyn Context) -> String {
    let name = context.type_name(sync.object);
    name.rsplit(['.', '$']).next().unwrap_or_default().to_owned()
}

/// A location, with nothing in place of its object.
fn location_text(location: &Location, context: &dyn Context) -> String {
    match location {
        Location::Element { index, .. } => format!("[{index}]"),
        location => context.location_name(*location),
    }
}

/// An operation that will be done, with classes in place of objects.
fn op_text(op: &Op, context: &dyn Context) -> String {
    let again = |reentrant: &bool| if *reentrant { " again" } else { "" };
    match op {
        Op::Acquire { lock, mode, reentrant } => format!("acquire {} {mode}{}", class(lock, context), again(reentrant)),
        Op::TryAcquire { lock, mode } => format!("try {} {mode}", class(lock, context)),
        Op::Release { lock, mode, reentrant } => format!("release {} {mode}{}", class(lock, context), again(reentrant)),
        Op::Wait { lock, timed, .. } => format!("wait {}{}", class(lock, context), if *timed { " timed" } else { "" }),
        Op::LeaveWait { lock, .. } => format!("leave {}", class(lock, context)),
        Op::Wake { lock, how, .. } => format!("wake {} {how}", class(lock, context)),
        Op::Notify { all, .. } => format!("notify{}", if *all { " all" } else { "" }),
        Op::LatchAwait { .. } => "latch await".into(),
        Op::LatchCountDown { .. } => "latch count down".into(),
        Op::SemaphoreAcquire { permits, .. } => format!("permits acquire {permits}"),
        Op::SemaphoreRelease { permits, .. } => format!("permits release {permits}"),
        Op::Read { location, access } => format!("{access} read {}", location_text(location, context)),
        Op::Write { location, access, .. } => format!("{access} write {}", location_text(location, context)),
        Op::Update { location } => format!("update {}", location_text(location, context)),
        Op::Join { thread, .. } => format!("join {thread}"),
        Op::Interrupt { thread } => format!("interrupt {thread}"),
        Op::Interrupted => "check interrupt".into(),
        Op::Choose { options } => format!("choose {options}"),
        other => format!("{other:?}"),
    }
}

/// An operation that was done, with what it came to.
fn done_text(done: &Done, context: &dyn Context) -> String {
    let op = done.op().map_or_else(|| format!("{done:?}"), |op| op_text(&op, context));
    match done {
        Done::TryAcquire { acquired, .. } => format!("{op}: {acquired}"),
        Done::Notify { woken, .. } => {
            let woken: Vec<String> = woken.iter().map(ToString::to_string).collect();
            format!("{op} {}", woken.join(" "))
        }
        Done::Update { wrote, .. } => format!("{op} {wrote}"),
        _ => op,
    }
}

/// What a thread waits for.
fn blocked_text(blocked: &BlockedOn) -> String {
    match blocked {
        BlockedOn::Lock { owner: Some(owner), .. } => format!("lock of {owner}"),
        BlockedOn::Lock { owner: None, .. } => "lock".into(),
        BlockedOn::Notify { .. } => "a notification".into(),
        BlockedOn::Permits { .. } => "permits".into(),
        BlockedOn::Latch { .. } => "latch".into(),
        other => format!("{other:?}"),
    }
}

impl Stage {
    /// Compiles `members` (fields, and the methods `one()` … that the threads run), and stands where all threads are started
    /// and none has begun.
    pub fn new(members: &str) -> Stage {
        let threads = ["one()", "two()", "three()", "four()"].iter().filter(|name| members.contains(*name)).count();
        let calls: String = ["one", "two", "three", "four"][..threads]
            .iter()
            .enumerate()
            .map(|(i, name)| format!("if (n == {}) {name}();\n", i + 1))
            .collect();
        let source = format!(
            "import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import java.util.concurrent.locks.*;
            public class Guest {{
                static final StringBuffer out = new StringBuffer();
                {members}
                static class Runner extends Thread {{
                    final int n;
                    Runner(int n) {{ this.n = n; }}
                    public void run() {{ try {{ {calls} }} catch (Throwable t) {{ System.err.println(t); }} }}
                }}
                static final Runner[] threads = new Runner[{}];
                public static void main(String[] args) throws Exception {{
                    for (int i = 1; i <= {threads}; i++) (threads[i] = new Runner(i)).start();
                    for (int i = 1; i <= {threads}; i++) threads[i].join();
                    System.out.println(out);
                }}
            }}",
            threads + 1
        );
        let classes = compile("Guest", &source);
        let jvm = boot(&classes, "Guest");
        let mut stage = Stage { jvm, outcome: Outcome::Running, _classes: classes };
        stage.to(0, "join");
        for thread in 1..=threads as u32 {
            stage.step(thread);
        }
        stage
    }

    /// What a thread will do next, and what it waits for.
    pub fn pending(&self, thread: u32) -> String {
        let Some(op) = self.jvm.pending(ThreadId(thread)) else { return "nothing".into() };
        let shown = op_text(&op.op, self.jvm.context());
        op.blocked.map_or_else(|| shown.clone(), |blocked| format!("{shown} | {}", blocked_text(&blocked)))
    }

    /// Makes a choice; the events are the answer.
    pub fn choose(&mut self, choice: Choice) -> String {
        let mut script = Script::default();
        assert!(choices(&self.jvm).contains(&choice), "{choice} is not open: {:?}", choices(&self.jvm));
        self.outcome = self.jvm.step(choice, Some(&mut script)).unwrap_or_else(|error| panic!("{choice}: {error}"));
        script.0.join("; ")
    }

    /// One step of a thread.
    pub fn step(&mut self, thread: u32) -> String {
        self.choose(Choice::Thread(ThreadId(thread)))
    }

    /// A thread's time is over.
    pub fn timeout(&mut self, thread: u32) {
        assert_eq!(self.choose(Choice::Timeout(ThreadId(thread))), "");
    }

    /// Moves a thread until its next operation begins so.
    pub fn to(&mut self, thread: u32, operation: &str) {
        for _ in 0..10_000 {
            if self.pending(thread).starts_with(operation) {
                return;
            }
            self.step(thread);
        }
        panic!("T{thread} does not come to `{operation}`, but to `{}`", self.pending(thread));
    }

    /// Checks thread by thread what each step does.
    #[track_caller]
    pub fn play(&mut self, script: &[(u32, &str)]) {
        for (at, (thread, expected)) in script.iter().enumerate() {
            let done = self.step(*thread);
            let stack = self.jvm.context().stack(ThreadId(*thread));
            let place = stack.iter().take(6).map(SourcePos::full_name).collect::<Vec<_>>().join(" < ");
            let now = self.pending(*thread);
            assert_eq!(done, *expected, "step {at}, of T{thread}; it now stands before `{now}` in {place}");
        }
    }

    /// Checks what a thread stands before.
    #[track_caller]
    pub fn expect(&self, thread: u32, expected: &str) {
        assert_eq!(self.pending(thread), expected, "what T{thread} stands before");
    }

    /// The locks on a thread's list.
    pub fn held(&self, thread: u32) -> String {
        let context = self.jvm.context();
        let locks = context.locks(ThreadId(thread));
        locks.iter().map(|(lock, mode)| format!("{} {mode}", class(lock, context))).collect::<Vec<_>>().join(", ")
    }

    /// Lets all threads run, always the first that can, and gives the guest's output.
    pub fn finish(&mut self) -> String {
        while self.outcome.is_running() {
            let choice = choices(&self.jvm)[0];
            self.choose(choice);
        }
        self.output()
    }

    /// All output so far.
    pub fn output(&self) -> String {
        let output = self.jvm.vm().host.output();
        let text = |stream| String::from_utf8_lossy(&output.text(stream)).trim().to_owned();
        [text(Stream::Err), text(Stream::Out)].into_iter().filter(|t| !t.is_empty()).collect::<Vec<_>>().join("\n")
    }
}
