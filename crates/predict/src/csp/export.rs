//! A model in CSPm, the language of FDR: one file per variable, one per cycle of lock requests, and one per block that may be broken.
//!
//! The names are the paper's: `THREAD`, `T_INTER`, `FORK`, `JOIN`, `MUTEX`, `SYNC`, `PROGRAM`, `PATTERN`. Only what the trace uses is declared. A thread is a
//! process of many equations of a few events each, because a long chain of prefixes is hard on parsers and readers.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::csp::Reduced;
use crate::history::{Action, EventId, Latch, Mode, Thread, Variable};

/// Events of one equation.
const EVENTS_PER_EQUATION: usize = 8;

/// What a model is about.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Races on a variable, between all pairs of threads that use it.
    Variable(Variable),
    /// A deadlock of these requests, events of the reduced history.
    Cycle(Vec<EventId>),
    /// A broken block: its two accesses, and between them another thread's; events of the reduced history.
    Block([EventId; 3]),
}

/// The model as a CSPm script. The title is a comment at its top.
#[must_use]
pub fn export(reduced: &Reduced, subject: &Subject, title: &str) -> String {
    let mut script = Script { reduced, subject, kinds: BTreeSet::new(), objects: Objects::default() };
    script.survey();
    let mut out = String::new();
    let _ = writeln!(out, "-- {}", title.replace(['\n', '\r'], " "));
    let _ = writeln!(
        out,
        "-- A trace as a process, after Carril and Tichy, Predicting and witnessing data races using CSP."
    );
    let _ = writeln!(
        out,
        "-- An assertion that does not hold shows an error; its counterexample is the order of events that leads there.\n"
    );
    script.declarations(&mut out);
    script.threads(&mut out);
    script.synchronisation(&mut out);
    script.pattern(&mut out);
    out
}

/// What the trace synchronises with.
#[derive(Default)]
struct Objects {
    threads: BTreeSet<u32>,
    forked: BTreeSet<u32>,
    joined: BTreeSet<u32>,
    mutexes: BTreeSet<u32>,
    shared: BTreeSet<u32>,
    conditions: BTreeSet<u32>,
    semaphores: BTreeSet<u32>,
    latches: BTreeSet<u32>,
    parked: BTreeSet<u32>,
    variables: BTreeSet<u32>,
    most_permits: u32,
}

struct Script<'r> {
    reduced: &'r Reduced,
    subject: &'r Subject,
    /// The channels that are used, of those that synchronise.
    kinds: BTreeSet<&'static str>,
    objects: Objects,
}

impl Script<'_> {
    /// Finds out what there is.
    fn survey(&mut self) {
        let history = &self.reduced.history;
        let objects = &mut self.objects;
        objects.most_permits = 1;
        for event in history.events() {
            objects.threads.insert(event.thread.0);
            match event.action {
                Action::Fork(child) => {
                    objects.threads.insert(child.0);
                    objects.forked.insert(child.0);
                }
                Action::Join(child) => {
                    objects.threads.insert(child.0);
                    objects.joined.insert(child.0);
                }
                Action::Acquire { lock, mode, .. } | Action::Release { lock, mode } => {
                    objects.mutexes.insert(lock.0);
                    if mode == Mode::Shared {
                        objects.shared.insert(lock.0);
                    }
                }
                Action::Wait { lock, condition } | Action::Wake { lock, condition, .. } => {
                    objects.mutexes.insert(lock.0);
                    objects.conditions.insert(condition.0);
                }
                Action::Notify { condition, .. } => {
                    objects.conditions.insert(condition.0);
                }
                Action::Up { semaphore, permits } | Action::Down { semaphore, permits } => {
                    objects.semaphores.insert(semaphore.0);
                    objects.most_permits = objects.most_permits.max(permits);
                }
                Action::CountDown(latch) | Action::Await(latch) => {
                    objects.latches.insert(latch.0);
                }
                Action::Unpark(thread) => {
                    objects.threads.insert(thread.0);
                    objects.parked.insert(thread.0);
                }
                Action::Park => {
                    objects.parked.insert(event.thread.0);
                }
                _ => {}
            }
        }
        let variables = match self.subject {
            Subject::Variable(variable) => vec![*variable],
            Subject::Cycle(_) => Vec::new(),
            Subject::Block(events) => {
                let accesses = events.iter().filter_map(|event| history.event(*event).action.access());
                accesses.map(|(variable, _)| variable).collect()
            }
        };
        self.objects.variables.extend(variables.iter().map(|variable| variable.0));
        let mut kinds: BTreeSet<&str> =
            history.numbered().flat_map(|(event, _)| self.words(event)).map(|(channel, _)| channel).collect();
        // A thread that did nothing begins and ends nonetheless.
        kinds.extend((!self.objects.forked.is_empty()).then_some("start"));
        kinds.extend((!self.objects.joined.is_empty()).then_some("end"));
        kinds.retain(|channel| !["read", "write", "want", "first", "second", "third"].contains(channel));
        self.kinds = kinds;
    }

    /// The CSP events of an event, each as its channel and what follows it.
    fn words(&self, id: EventId) -> Vec<(&'static str, String)> {
        let event = self.reduced.history.event(id);
        let t = format!("t{}", event.thread.0);
        let mut words = Vec::new();
        let is_first = self.reduced.history.position(id) == 0;
        if is_first && self.objects.forked.contains(&event.thread.0) {
            words.push(("start", t.clone()));
        }
        if let Subject::Cycle(cycle) = self.subject
            && cycle.contains(&id)
        {
            words.push(("want", t.clone()));
        }
        // What is between two accesses is so by their order, so each is told where it decides: the last before it is done.
        let part = match self.subject {
            Subject::Block(triple) => triple.iter().position(|event| *event == id),
            _ => None,
        };
        if part == Some(2) {
            words.push(("third", t.clone()));
        }
        match event.action {
            Action::Begin | Action::End | Action::Refused { .. } => {}
            Action::Fork(child) => words.push(("fork", format!("{t}.t{}", child.0))),
            Action::Join(child) => words.push(("join", format!("{t}.t{}", child.0))),
            Action::Read { variable, .. } if self.objects.variables.contains(&variable.0) => {
                words.push(("read", format!("{t}.v{}", variable.0)));
            }
            Action::Write { variable, .. } | Action::Update { variable }
                if self.objects.variables.contains(&variable.0) =>
            {
                words.push(("write", format!("{t}.v{}", variable.0)));
            }
            Action::Read { .. } | Action::Write { .. } | Action::Update { .. } => {}
            Action::Acquire { lock, mode: Mode::Exclusive, .. } => words.push(("lock", format!("{t}.m{}", lock.0))),
            Action::Acquire { lock, mode: Mode::Shared, .. } => words.push(("rlock", format!("{t}.m{}", lock.0))),
            Action::Release { lock, mode: Mode::Exclusive } => words.push(("unlock", format!("{t}.m{}", lock.0))),
            Action::Release { lock, mode: Mode::Shared } => words.push(("runlock", format!("{t}.m{}", lock.0))),
            Action::Wait { lock, condition } => {
                words.push(("wait", format!("{t}.c{}", condition.0)));
                words.push(("unlock", format!("{t}.m{}", lock.0)));
            }
            Action::Wake { lock, condition, notified } => {
                words.push((if notified { "wake" } else { "leave" }, format!("{t}.c{}", condition.0)));
                words.push(("lock", format!("{t}.m{}", lock.0)));
            }
            Action::Notify { condition, all } => {
                words.push((if all { "notifyAll" } else { "notify" }, format!("{t}.c{}", condition.0)));
            }
            Action::Up { semaphore, permits } => words.push(("up", format!("{t}.s{}.{permits}", semaphore.0))),
            Action::Down { semaphore, permits } => words.push(("down", format!("{t}.s{}.{permits}", semaphore.0))),
            Action::CountDown(latch) => words.push(("countDown", format!("{t}.g{}", latch.0))),
            Action::Await(latch) => words.push(("await", format!("{t}.g{}", latch.0))),
            Action::Unpark(other) => words.push(("unpark", format!("{t}.t{}", other.0))),
            Action::Park => words.push(("park", t.clone())),
        }
        match part {
            Some(0) => words.push(("first", t.clone())),
            Some(1) => words.push(("second", t.clone())),
            _ => {}
        }
        let is_last = self.reduced.history.of_thread(event.thread).last() == Some(&id);
        if is_last && self.objects.joined.contains(&event.thread.0) {
            words.push(("end", t));
        }
        words
    }

    fn declarations(&self, out: &mut String) {
        let objects = &self.objects;
        let types = [
            ("Thread", "t", &objects.threads),
            ("Variable", "v", &objects.variables),
            ("Mutex", "m", &objects.mutexes),
            ("Condition", "c", &objects.conditions),
            ("Semaphore", "s", &objects.semaphores),
            ("Latch", "g", &objects.latches),
        ];
        for (name, letter, members) in types.iter().filter(|(.., members)| !members.is_empty()) {
            let _ = writeln!(out, "datatype {name} = {}", list(letter, members, " | "));
        }
        out.push('\n');
        for kind in &self.kinds {
            let carries = match *kind {
                "start" | "end" | "park" => "Thread".to_owned(),
                "fork" | "join" | "unpark" => "Thread.Thread".to_owned(),
                "lock" | "unlock" | "rlock" | "runlock" => "Thread.Mutex".to_owned(),
                "up" | "down" => format!("Thread.Semaphore.{{1..{}}}", objects.most_permits),
                "countDown" | "await" => "Thread.Latch".to_owned(),
                _ => "Thread.Condition".to_owned(),
            };
            let _ = writeln!(out, "channel {kind} : {carries}");
        }
        if !objects.variables.is_empty() {
            out.push_str("channel read, write : Thread.Variable\n");
        }
        out.push_str(match self.subject {
            Subject::Variable(_) => "channel race\n",
            Subject::Cycle(_) => "channel want : Thread\nchannel deadlock\n",
            Subject::Block(_) => "channel first, second, third : Thread\nchannel broken\n",
        });
        let kinds: Vec<&str> = self.kinds.iter().copied().collect();
        let _ = writeln!(out, "\nsync_set = {{| {} |}}\n", kinds.join(", "));
    }

    fn threads(&self, out: &mut String) {
        for thread in &self.objects.threads {
            let events = self.reduced.history.of_thread(Thread(*thread));
            let mut words: Vec<String> = events
                .iter()
                .flat_map(|event| self.words(*event))
                .map(|(channel, rest)| format!("{channel}.{rest}"))
                .collect();
            if events.is_empty() {
                words.extend(self.objects.forked.contains(thread).then(|| format!("start.t{thread}")));
                words.extend(self.objects.joined.contains(thread).then(|| format!("end.t{thread}")));
            }
            let equations = words.len().div_ceil(EVENTS_PER_EQUATION).max(1);
            for (at, chunk) in words.chunks(EVENTS_PER_EQUATION).enumerate() {
                let next = if at + 1 < equations { format!("THREAD{thread}_{}", at + 1) } else { "STOP".to_owned() };
                let _ = writeln!(out, "THREAD{thread}_{at} = {} -> {next}", chunk.join(" -> "));
            }
            if words.is_empty() {
                let _ = writeln!(out, "THREAD{thread}_0 = STOP");
            }
        }
        let all: Vec<String> = self.objects.threads.iter().map(|thread| format!("THREAD{thread}_0")).collect();
        let _ = writeln!(out, "T_INTER = {}\n", all.join(" ||| "));
    }

    /// The processes that take part in what synchronises.
    fn synchronisation(&self, out: &mut String) {
        let objects = &self.objects;
        let has = |kind: &str| self.kinds.contains(kind);
        let mut parts: Vec<String> = Vec::new();
        if has("fork") || has("start") {
            out.push_str("FORK(i) = fork?t!i -> start.i -> STOP\n");
            parts.push(replicated("FORK", "t", &objects.forked));
        }
        if has("join") {
            out.push_str("JOIN(i) = end.i -> JOINED(i)\nJOINED(i) = join?t!i -> JOINED(i)\n");
            parts.push(replicated("JOIN", "t", &objects.joined));
        }
        let (shared, alone): (BTreeSet<u32>, BTreeSet<u32>) =
            objects.mutexes.iter().partition(|mutex| objects.shared.contains(mutex));
        if !alone.is_empty() {
            out.push_str("MUTEX(m) = lock?t!m -> unlock.t.m -> MUTEX(m)\n");
            parts.push(replicated("MUTEX", "m", &alone));
        }
        if !shared.is_empty() {
            let write = if has("lock") { "n == 0 & lock?t!m -> WRITTEN(m, t, 0)\n  [] " } else { "" };
            let _ = writeln!(
                out,
                "RWLOCK(m, n) = {write}rlock?t!m -> RWLOCK(m, n + 1)\n  [] n > 0 & runlock?t!m -> RWLOCK(m, n - 1)"
            );
            if has("lock") {
                // A writer may read as well, and go on reading.
                out.push_str(
                    "WRITTEN(m, t, n) = unlock.t.m -> RWLOCK(m, n)\n  [] rlock.t.m -> WRITTEN(m, t, n + 1)\n  [] n > 0 & runlock.t.m -> WRITTEN(m, t, n - 1)\n",
                );
            }
            parts.extend(shared.iter().map(|mutex| format!("RWLOCK(m{mutex}, 0)")));
        }
        if !objects.conditions.is_empty() {
            self.conditions(out);
            parts.extend(objects.conditions.iter().map(|condition| format!("CONDITION(c{condition}, {{}}, {{}})")));
        }
        if !objects.semaphores.is_empty() {
            let down = format!("([] k : {{1..{}}} @ k <= n & down?t!s!k -> SEMAPHORE(s, n - k))", objects.most_permits);
            let up = "up?t!s?k -> SEMAPHORE(s, n + k)";
            let both: Vec<&str> =
                [has("up").then_some(up), has("down").then_some(&*down)].into_iter().flatten().collect();
            let _ = writeln!(out, "SEMAPHORE(s, n) = {}", both.join("\n  [] "));
            parts.extend(objects.semaphores.iter().map(|semaphore| {
                let permits = self.reduced.history.initial_permits(crate::history::Semaphore(*semaphore));
                format!("SEMAPHORE(s{semaphore}, {permits})")
            }));
        }
        if !objects.latches.is_empty() {
            let count = "countDown?t!g -> LATCH(g, if n > 0 then n - 1 else 0)";
            let pass = "n == 0 & await?t!g -> LATCH(g, 0)";
            let both: Vec<&str> =
                [has("countDown").then_some(count), has("await").then_some(pass)].into_iter().flatten().collect();
            let _ = writeln!(out, "LATCH(g, n) = {}", both.join("\n  [] "));
            parts
                .extend(objects.latches.iter().map(|latch| format!("LATCH(g{latch}, {})", self.counts(Latch(*latch)))));
        }
        if !objects.parked.is_empty() {
            let give = "unpark?u!t -> PERMIT(t, true)";
            let take = "p & park.t -> PERMIT(t, false)";
            let both: Vec<&str> =
                [has("unpark").then_some(give), has("park").then_some(take)].into_iter().flatten().collect();
            let _ = writeln!(out, "PERMIT(t, p) = {}", both.join("\n  [] "));
            parts.extend(objects.parked.iter().map(|thread| format!("PERMIT(t{thread}, false)")));
        }
        let sync = if parts.is_empty() { "STOP".to_owned() } else { parts.join("\n  ||| ") };
        let _ = writeln!(out, "SYNC = {sync}\n\nPROGRAM = T_INTER [| sync_set |] SYNC\n");
    }

    /// Who waits (W) and who was notified (N).
    fn conditions(&self, out: &mut String) {
        let has = |kind: &str| self.kinds.contains(kind);
        let mut ways = vec!["wait?t!c -> CONDITION(c, union(W, {t}), N)"];
        if has("notify") {
            ways.push("notify?t!c -> (if empty(W) then CONDITION(c, W, N) else |~| w : W @ CONDITION(c, diff(W, {w}), union(N, {w})))");
        }
        if has("notifyAll") {
            ways.push("notifyAll?t!c -> CONDITION(c, {}, union(N, W))");
        }
        if has("wake") {
            ways.push("wake?t:N!c -> CONDITION(c, W, diff(N, {t}))");
        }
        if has("leave") {
            ways.push("leave?t:union(W, N)!c -> CONDITION(c, diff(W, {t}), diff(N, {t}))");
        }
        if !has("wait") {
            ways.remove(0);
        }
        let _ = writeln!(out, "CONDITION(c, W, N) = {}", ways.join("\n  [] "));
    }

    /// How often a latch was counted down before it was first passed.
    fn counts(&self, latch: Latch) -> usize {
        let events = self.reduced.history.events().iter();
        let until = events.take_while(|event| event.action != Action::Await(latch));
        until.filter(|event| event.action == Action::CountDown(latch)).count()
    }

    fn pattern(&self, out: &mut String) {
        match self.subject {
            Subject::Variable(variable) => self.race_pattern(*variable, out),
            Subject::Cycle(cycle) => self.cycle_pattern(cycle, out),
            Subject::Block(events) => self.block_pattern(*events, out),
        }
    }

    fn race_pattern(&self, variable: Variable, out: &mut String) {
        out.push_str(concat!(
            "rw_set(a, b, v) = { read.a.v, write.a.v, read.b.v, write.b.v }\n",
            "PATT_ERR(a, b, v) = read.a.v -> write.b.v -> race -> STOP\n",
            "  [] read.b.v -> write.a.v -> race -> STOP\n",
            "  [] write.a.v -> read.b.v -> race -> STOP\n",
            "  [] write.a.v -> write.b.v -> race -> STOP\n",
            "  [] write.b.v -> read.a.v -> race -> STOP\n",
            "  [] write.b.v -> write.a.v -> race -> STOP\n",
            "PATTERN(a, b, v) = PATT_ERR(a, b, v) /\\ ([] x : union(sync_set, rw_set(a, b, v)) @ x -> PATTERN(a, b, v))\n\n",
        ));
        let history = &self.reduced.history;
        let touches = |thread: &u32| {
            let mut accesses =
                history.of_thread(Thread(*thread)).iter().filter_map(|id| history.event(*id).action.access());
            accesses.any(|(other, _)| other == variable)
        };
        let users: Vec<u32> = self.objects.threads.iter().copied().filter(touches).collect();
        for (at, a) in users.iter().enumerate() {
            for b in &users[at + 1..] {
                let v = variable.0;
                let _ = writeln!(
                    out,
                    "assert STOP [T= (PROGRAM [| union(sync_set, rw_set(t{a}, t{b}, v{v})) |] PATTERN(t{a}, t{b}, v{v})) \\ diff(Events, {{race}})"
                );
            }
        }
    }

    fn cycle_pattern(&self, cycle: &[EventId], out: &mut String) {
        let history = &self.reduced.history;
        let threads: BTreeSet<u32> = cycle.iter().map(|event| history.event(*event).thread.0).collect();
        let _ = writeln!(out, "cycle = {{ {} }}", list("t", &threads, ", "));
        for event in cycle {
            let Some((lock, mode)) = history.event(*event).action.takes() else { continue };
            let channel = if mode == Mode::Shared { "rlock" } else { "lock" };
            let t = history.event(*event).thread.0;
            let _ = writeln!(out, "granted(t{t}) = {channel}.t{t}.m{}", lock.0);
        }
        out.push_str(concat!(
            "-- S: who has asked; nobody of them may be granted it.\n",
            "DEADLOCK(S) = ([] t : diff(cycle, S) @ want.t -> DEADLOCK(union(S, {t})))\n",
            "  [] ([] x : diff(sync_set, { granted(t) | t <- S }) @ x -> DEADLOCK(S))\n",
            "  [] ([] t : S @ granted(t) -> STOP)\n",
            "  [] S == cycle & deadlock -> STOP\n\n",
            "assert STOP [T= (PROGRAM [| union(sync_set, {| want |}) |] DEADLOCK({})) \\ diff(Events, {deadlock})\n",
        ));
    }

    fn block_pattern(&self, events: [EventId; 3], out: &mut String) {
        let [owner, other, _] = events.map(|event| self.reduced.history.event(event).thread.0);
        let _ = writeln!(
            out,
            "-- The block's first access, the other thread's, and the block's second comes next.\n\
             ORDER = first.t{owner} -> second.t{other} -> third.t{owner} -> broken -> STOP\n\n\
             assert STOP [T= (PROGRAM [| {{| first, second, third |}} |] ORDER) \\ diff(Events, {{broken}})"
        );
    }
}

fn list(letter: &str, members: &BTreeSet<u32>, separator: &str) -> String {
    members.iter().map(|member| format!("{letter}{member}")).collect::<Vec<_>>().join(separator)
}

fn replicated(process: &str, letter: &str, members: &BTreeSet<u32>) -> String {
    format!("(||| x : {{ {} }} @ {process}(x))", list(letter, members, ", "))
}
