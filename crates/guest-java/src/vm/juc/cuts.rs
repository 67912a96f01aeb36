//! Where an operation ends in the middle of a method: before what is not the library's own affair, or what others may come before.
//!
//! The decoder puts a `CUT` before instructions that name these members (see `exec::decode`); the thread is no longer in an
//! atomic call there, if it was in one. A function of the program's that an operation calls is between two cuts.

use super::completable_future::FUTURE;
use super::concurrent_map::MAP;
use super::fork_join::{POOL, QUEUE, TASK};

/// What happens to an operation there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// It ends.
    End,
    /// Code that is not the library's follows, within the operation as long as nobody else can notice (`told.rs`).
    Loose,
    /// That code has returned.
    Tight,
    /// An operation begins, if the thread is in none.
    Begin,
    /// It ends if what is called on an object (with one argument) is not the library's code.
    Foreign,
}

/// Class, method and member.
const CUTS: &[(&str, &str, &str)] = &[
    ("java/util/concurrent/FutureTask", "run", "callable"),
    ("java/util/concurrent/ThreadPoolExecutor", "runWorker", "run"),
    ("java/util/concurrent/ThreadPoolExecutor", "addWorker", "mainLock"),
    ("java/util/concurrent/ThreadPoolExecutor", "addWorker", "start"),
    ("java/util/concurrent/ThreadPoolExecutor", "processWorkerExit", "mainLock"),
    (FUTURE, "waitingGet", "postComplete"),
    (POOL, "createWorker", "start"),
    (TASK, "doExec", "exec"),
    (TASK, "join", "getRawResult"),
    (TASK, "get", "getRawResult"),
    (TASK, "getThrowableException", "getClass"),
];

/// The same, of code that is called within an operation.
const CALLS: &[(&str, &str, &str)] = &[
    (MAP, "computeIfAbsent", "apply"),
    (MAP, "computeIfPresent", "apply"),
    (MAP, "compute", "apply"),
    (MAP, "merge", "apply"),
];

/// Where an operation begins.
const BEGINNINGS: &[(&str, &str, &str)] = &[
    (POOL, "helpJoin", "status"),
    (POOL, "helpJoin", "source"),
    (POOL, "helpComplete", "status"),
    (QUEUE, "helpComplete", "status"),
    (TASK, "invokeAll", "status"),
];

/// Code that may be the program's, within operations of fork/join pools.
const FOREIGN: &[(&str, &str, &str)] = &[
    (POOL, "createWorker", "newThread"),
    (POOL, "tryCompensate", "test"),
    (TASK, "cancelIgnoringExceptions", "cancel"),
    ("java/lang/ThreadLocal$ThreadLocalMap", "<init>", "childValue"),
];

/// The members before whose uses a method of the JDK's is cut, and how.
pub fn cuts(class: &str, method: &str) -> impl Iterator<Item = (&'static str, Cut)> {
    let of = move |cuts: &'static [(&str, &str, &'static str)], kind: Cut| {
        let here = move |cut: &&(&str, &str, &str)| cut.0 == class && cut.1 == method;
        cuts.iter().filter(here).map(move |(_, _, member)| (*member, kind))
    };
    of(CUTS, Cut::End).chain(of(CALLS, Cut::Loose)).chain(of(BEGINNINGS, Cut::Begin)).chain(of(FOREIGN, Cut::Foreign))
}
