//! Operations in words: what threads did, are about to do, and wait for. The one place for this; every form of report asks here.

use std::borrow::Cow;

use deadheat_witness::result::{
    Act, BlockAct, Doing, Moment, OTHER_EXIT_CODE, OTHER_OUTPUT, Switch, Waiting, is_exit_code,
};

use super::{count, without_packages};

/// How the names of things are written: as they are, or shortened.
type Naming = fn(&str) -> Cow<'_, str>;

fn whole(name: &str) -> Cow<'_, str> {
    Cow::Borrowed(name)
}

fn short(name: &str) -> Cow<'_, str> {
    Cow::Owned(without_packages(name))
}

/// What a thread did: `writes Account.balance: 50`.
#[must_use]
pub fn act(act: &Act) -> String {
    did(act, whole)
}

/// What a thread did, for a narrow column: classes without their packages.
#[must_use]
pub fn short_act(act: &Act) -> String {
    did(act, short)
}

/// The situation of a thread: `is about to write 50 to Account.balance`.
#[must_use]
pub fn doing(doing: &Doing) -> String {
    situation(doing, whole)
}

/// What a moment of a witness is: its act, and the library call that made it.
#[must_use]
pub fn moment(moment: &Moment) -> String {
    in_library(act(&moment.act), moment.library.as_deref().map(whole))
}

/// What a moment of a witness is, for a narrow column: classes without their packages.
#[must_use]
pub fn short_moment(moment: &Moment) -> String {
    in_library(short_act(&moment.act), moment.library.as_deref().map(short))
}

/// Why the schedule changes to another thread: `T1 is held back, about to write 50 to Account.balance`.
#[must_use]
pub fn switch(switch: &Switch) -> String {
    let situation = match &switch.doing {
        // Texts of older versions name the thread themselves.
        Doing::Text { text } => return text.clone(),
        // Nothing but the schedule keeps it from going on.
        Doing::About { next } => format!("is held back, about to {}", will(next, whole)),
        other => doing(other),
    };
    format!("{} {situation}", switch.from)
}

/// An operation of a block that should be atomic: `writes Account.balance`.
#[must_use]
pub fn block_act(act: &BlockAct) -> String {
    match act {
        BlockAct::Reads { target } => format!("reads {target}"),
        BlockAct::Writes { target } => format!("writes {target}"),
        BlockAct::Takes { lock } => format!("takes {lock}"),
        BlockAct::GivesBack { lock } => format!("gives back {lock}"),
        BlockAct::Signals => "talks to another thread".to_owned(),
    }
}

fn in_library(act: String, library: Option<Cow<'_, str>>) -> String {
    match library {
        Some(library) => format!("{act}, in {library}"),
        None => act,
    }
}

fn permits(number: u32) -> String {
    count(number.into(), "permit")
}

fn did(act: &Act, name: Naming) -> String {
    let access = |access: &Option<String>| access.as_ref().map(|word| format!("{word} ")).unwrap_or_default();
    let shared = |shared: &bool| if *shared { " (shared)" } else { "" };
    let value = |value: &Option<String>| value.as_ref().map(|value| format!(": {value}")).unwrap_or_default();
    match act {
        Act::Begin => "begins".to_owned(),
        Act::End => "ends".to_owned(),
        Act::Read { target, value: read, access: how } => {
            format!("reads {}{}{}", access(how), name(target), value(read))
        }
        Act::Write { target, value: written, access: how } => {
            format!("writes {}{}{}", access(how), name(target), value(written))
        }
        Act::Update { target, old, new, wrote: true } => {
            let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
            format!("updates {}: {} → {}", name(target), known(old), known(new))
        }
        Act::Update { target, old, wrote: false, .. } => {
            format!("compares {}{}, and leaves it", name(target), value(old))
        }
        Act::Acquire { lock, shared: is } => format!("locks {}{}", name(lock), shared(is)),
        Act::TryAcquire { lock, shared: is, acquired: true } => format!("tries and locks {}{}", name(lock), shared(is)),
        Act::TryAcquire { lock, shared: is, acquired: false } => {
            format!("tries in vain to lock {}{}", name(lock), shared(is))
        }
        Act::Release { lock, shared: is } => format!("unlocks {}{}", name(lock), shared(is)),
        Act::Wait { condition, timed: false } => format!("waits on {}", name(condition)),
        Act::Wait { condition, timed: true } => format!("waits for a time on {}", name(condition)),
        Act::LeaveWait { condition } => format!("stops waiting on {}, being interrupted", name(condition)),
        Act::Wake { condition, how } => format!("goes on after {}: {how}", name(condition)),
        Act::Notify { condition, all, woken } => {
            let all = if *all { " all on" } else { "" };
            let woken: Vec<String> = woken.iter().map(ToString::to_string).collect();
            let woken =
                if woken.is_empty() { "no thread waits".to_owned() } else { format!("wakes {}", woken.join(", ")) };
            format!("notifies{all} {}: {woken}", name(condition))
        }
        Act::Start { thread } => format!("starts {thread}"),
        Act::Join { thread } => format!("joins {thread}"),
        Act::FindAlive { thread } => format!("finds {thread} alive"),
        Act::FindUnstarted { thread } => format!("finds {} not started yet", name(thread)),
        Act::Inspect { thread } => format!("looks whether {thread} is interrupted"),
        Act::Initialise { once } => format!("initialises {}", name(once)),
        Act::LatchAwait { latch } => format!("finds {} open", name(latch)),
        Act::LatchCountDown { latch } => format!("counts {} down", name(latch)),
        Act::SemaphoreAcquire { semaphore, permits: number } => {
            format!("takes {} of {}", permits(*number), name(semaphore))
        }
        Act::SemaphoreRelease { semaphore, permits: number } => {
            format!("gives {} to {}", permits(*number), name(semaphore))
        }
        Act::Send { channel, amount: 0 } | Act::Receive { channel, amount: 0 } => format!("looks at {}", name(channel)),
        Act::Send { channel, .. } => format!("sends to {}", name(channel)),
        Act::Receive { channel, .. } => format!("receives from {}", name(channel)),
        Act::Park { .. } => "parks".to_owned(),
        Act::Unpark { thread } => format!("unparks {thread}"),
        Act::Interrupt { thread } => format!("interrupts {thread}"),
        Act::Interrupted => "looks whether it is interrupted".to_owned(),
        Act::Sleep => "sleeps".to_owned(),
        Act::Yield => "lets others go first".to_owned(),
        Act::Choose { options, chosen } => format!("gets {chosen} of {options} by chance"),
        Act::Throw { exception } => format!("does not catch a {}", name(exception)),
        Act::About { doing } => situation(doing, name),
        Act::Text { what } => name(what).into_owned(),
    }
}

fn situation(doing: &Doing, name: Naming) -> String {
    match doing {
        Doing::About { next } => format!("is about to {}", will(next, name)),
        Doing::Waiting { on } => waits(on, name),
        Doing::Ended => "has ended".to_owned(),
        Doing::Dying { message } if is_exit_code(message) => format!("ends the program with {}", name(message)),
        Doing::Dying { message } => format!("dies of {}", name(message)),
        Doing::Failing { message } if message == OTHER_EXIT_CODE => format!("ends the program with {message}"),
        Doing::Failing { message } if message == OTHER_OUTPUT => {
            format!("ends the program, which has printed {message}")
        }
        Doing::Failing { message } => format!("fails the test: {}", name(message)),
        Doing::Accessing { writes } => if *writes { "writes" } else { "reads" }.to_owned(),
        Doing::TakingUnder { holds, wants } => format!("holds {} and takes {}", name(holds), name(wants)),
        Doing::InBlock { operation } => name(&block_act(operation)).into_owned(),
        Doing::InBrokenBlock => {
            "is in the block still, and no order of whole blocks explains what it has seen".to_owned()
        }
        Doing::Text { text } => name(text).into_owned(),
    }
}

fn waits(on: &Waiting, name: Naming) -> String {
    match on {
        Waiting::Lock { lock, owner: Some(owner) } => format!("waits for {}, which {owner} holds", name(lock)),
        Waiting::Lock { lock, owner: None } => format!("waits for {}", name(lock)),
        Waiting::Notification { condition } => format!("waits for a notification on {}", name(condition)),
        Waiting::End { thread } => format!("waits for the end of {thread}"),
        Waiting::Unpark => "is parked".to_owned(),
        Waiting::Initialiser { once, owner } => format!("waits for {owner} to initialise {}", name(once)),
        Waiting::Permits { semaphore } => format!("waits for permits of {}", name(semaphore)),
        Waiting::Latch { latch } => format!("waits for {} to open", name(latch)),
        Waiting::Message { channel } => format!("waits to receive from {}", name(channel)),
        Waiting::Room { channel } => format!("waits to send to {}", name(channel)),
        Waiting::Time => "sleeps".to_owned(),
    }
}

/// What a thread is about to do: `write 50 to Account.balance`.
fn will(act: &Act, name: Naming) -> String {
    let timed = |timed: &bool| if *timed { " with a time limit" } else { "" };
    match act {
        Act::Begin => "begin".to_owned(),
        Act::End => "end".to_owned(),
        Act::Read { target, .. } => format!("read {}", name(target)),
        Act::Write { target, value: Some(value), .. } => format!("write {} to {}", name(value), name(target)),
        Act::Write { target, .. } => format!("write {}", name(target)),
        Act::Update { target, .. } => format!("update {}", name(target)),
        Act::Acquire { lock, .. } => format!("lock {}", name(lock)),
        Act::TryAcquire { lock, .. } => format!("try to lock {}", name(lock)),
        Act::Release { lock, .. } => format!("unlock {}", name(lock)),
        Act::Wait { condition, .. } => format!("wait on {}", name(condition)),
        Act::LeaveWait { condition } => format!("stop waiting on {}, being interrupted", name(condition)),
        Act::Wake { condition, .. } => format!("go on after {}", name(condition)),
        Act::Notify { condition, .. } => format!("notify {}", name(condition)),
        Act::Start { thread } => format!("start {thread}"),
        Act::Join { thread } => format!("join {thread}"),
        Act::FindAlive { thread } => format!("look at {thread}"),
        Act::FindUnstarted { thread } => format!("look at {}, which is not started yet", name(thread)),
        Act::Inspect { thread } => format!("look whether {thread} is interrupted"),
        Act::Initialise { once } => format!("initialise {}", name(once)),
        Act::LatchAwait { latch } => format!("wait for {} to open", name(latch)),
        Act::LatchCountDown { latch } => format!("count {} down", name(latch)),
        Act::SemaphoreAcquire { semaphore, .. } => format!("take permits of {}", name(semaphore)),
        Act::SemaphoreRelease { semaphore, .. } => format!("give permits to {}", name(semaphore)),
        Act::Send { channel, amount: 0 } | Act::Receive { channel, amount: 0 } => format!("look at {}", name(channel)),
        Act::Send { channel, .. } => format!("send to {}", name(channel)),
        Act::Receive { channel, .. } => format!("receive from {}", name(channel)),
        Act::Park { timed: is } => format!("park{}", timed(is)),
        Act::Unpark { thread } => format!("unpark {thread}"),
        Act::Interrupt { thread } => format!("interrupt {thread}"),
        Act::Interrupted => "look whether it is interrupted".to_owned(),
        Act::Sleep => "sleep".to_owned(),
        Act::Yield => "go on".to_owned(),
        Act::Choose { options, .. } => format!("get one of {options} values by chance"),
        Act::Throw { exception } => format!("die of a {}", name(exception)),
        Act::About { doing } => situation(doing, name),
        Act::Text { what } => name(what).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use deadheat_event::ThreadId;

    use super::*;

    #[test]
    fn the_same_operation_in_every_tense() {
        let write = Act::Write { target: "a.B.c".into(), value: Some("a.B".into()), access: None };
        assert_eq!(act(&write), "writes a.B.c: a.B");
        assert_eq!(short_act(&write), "writes B.c: a.B");
        let about = Doing::About { next: Box::new(write) };
        assert_eq!(doing(&about), "is about to write a.B to a.B.c");
        let held_back = Switch { from: ThreadId(2), doing: about };
        assert_eq!(switch(&held_back), "T2 is held back, about to write a.B to a.B.c");
        let waiting = Doing::Waiting { on: Waiting::Lock { lock: "Bank.lock".into(), owner: Some(ThreadId(1)) } };
        assert_eq!(doing(&waiting), "waits for Bank.lock, which T1 holds");
        let stopped = Switch { from: ThreadId(2), doing: waiting };
        assert_eq!(switch(&stopped), "T2 waits for Bank.lock, which T1 holds");
    }

    #[test]
    fn accesses_that_synchronise_say_how() {
        let read = Act::Read { target: "x".into(), value: None, access: Some("volatile".into()) };
        assert_eq!(act(&read), "reads volatile x");
    }
}
