//! Where an operation ends in the middle of a method: before what is not the library's own affair, or what others may come before.
//!
//! The decoder puts a `CUT` before instructions that name these members (see `exec::decode`); the thread is no longer in an
//! atomic call there, if it was in one.

/// Class, method and member.
const CUTS: &[(&str, &str, &str)] = &[
    ("java/util/concurrent/FutureTask", "run", "callable"),
    ("java/util/concurrent/ThreadPoolExecutor", "runWorker", "run"),
    ("java/util/concurrent/ThreadPoolExecutor", "addWorker", "mainLock"),
    ("java/util/concurrent/ThreadPoolExecutor", "addWorker", "start"),
    ("java/util/concurrent/ThreadPoolExecutor", "processWorkerExit", "mainLock"),
];

/// The members before whose uses a method of the JDK's is cut.
pub fn cuts(class: &str, method: &str) -> impl Iterator<Item = &'static str> {
    let here = move |cut: &&(&str, &str, &str)| cut.0 == class && cut.1 == method;
    CUTS.iter().filter(here).map(|(_, _, member)| *member)
}
