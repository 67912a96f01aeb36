//! A guest of up to three scripted threads, moved by hand, whose operations are compared as text.

use deadheat_event::{BlockedOn, Choice, Context, Event, Observer, OpKind, ThreadId};
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

/// Remembers events as text, in the moment at which they are told.
#[derive(Default)]
struct Script(Vec<String>);

impl Observer for Script {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        // A thread ends in the step of its last operation, which is what the scripts are about.
        if event.kind != OpKind::End {
            self.0.push(text(&event.kind, context));
        }
    }
}

/// `java.util.concurrent.locks.ReentrantLock` → `ReentrantLock`.
fn class(object: deadheat_event::ObjectId, context: &dyn Context) -> String {
    let name = context.object_class(object);
    name.rsplit(['.', '$']).next().unwrap_or_default().to_owned()
}

/// An operation, with classes in place of objects.
fn text(kind: &OpKind, context: &dyn Context) -> String {
    let field = |location: &deadheat_event::Location| match location {
        deadheat_event::Location::Field { field, .. } | deadheat_event::Location::Static { field } => {
            context.field_name(*field)
        }
        deadheat_event::Location::Element { index, .. } => format!("[{index}]"),
    };
    match kind {
        OpKind::Acquire { lock, mode, reentrant } => {
            format!("acquire {} {mode}{}", class(lock.0, context), if *reentrant { " again" } else { "" })
        }
        OpKind::TryAcquire { lock, mode, acquired } => {
            let end = acquired.map_or(String::new(), |a| format!(": {a}"));
            format!("try {} {mode}{end}", class(lock.0, context))
        }
        OpKind::Release { lock, mode, reentrant } => {
            format!("release {} {mode}{}", class(lock.0, context), if *reentrant { " again" } else { "" })
        }
        OpKind::Wait { lock, timed, .. } => {
            format!("wait {}{}", class(lock.0, context), if *timed { " timed" } else { "" })
        }
        OpKind::Wake { lock, how, .. } => format!("wake {} {how}", class(lock.0, context)),
        OpKind::Notify { all, woken, .. } => {
            let woken: Vec<String> = woken.iter().map(ToString::to_string).collect();
            format!("notify{} {}", if *all { " all" } else { "" }, woken.join(" "))
        }
        OpKind::LatchAwait { .. } => "latch await".into(),
        OpKind::LatchCountDown { .. } => "latch count down".into(),
        OpKind::SemaphoreAcquire { permits, .. } => format!("permits acquire {permits}"),
        OpKind::SemaphoreRelease { permits, .. } => format!("permits release {permits}"),
        OpKind::Read { location, access, .. } => format!("{access} read {}", field(location)),
        OpKind::Write { location, access, .. } => format!("{access} write {}", field(location)),
        OpKind::Update { location, wrote, .. } => format!("update {} {wrote}", field(location)),
        other => other.to_string(),
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
        let mut shown = text(&op.kind, self.jvm.context());
        match op.blocked {
            Some(BlockedOn::Lock { owner: Some(owner), .. }) => shown += &format!(" | lock of {owner}"),
            Some(blocked) => {
                let blocked = blocked.to_string();
                shown += &format!(" | {}", blocked.split(" @").next().unwrap_or_default());
            }
            None => {}
        }
        shown
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
            let place =
                stack.iter().take(6).map(|p| format!("{}.{}", p.class, p.method)).collect::<Vec<_>>().join(" < ");
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
        locks.iter().map(|(lock, mode)| format!("{} {mode}", class(lock.0, context))).collect::<Vec<_>>().join(", ")
    }

    /// Lets everybody run, always the first that can, and gives the guest's output.
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
