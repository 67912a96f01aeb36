//! The trust table: whose code a function is.
//!
//! This decides where errors are shown, and what a lock is to the program; see [`CodeOwner`], and the analyses' `frames`.
//!
//! - [`Lock`] is what takes a lock *for the program*: `std::mutex` and its guards, but also condition variables, which give
//!   the program's own lock back and take it again. Were they synchronisers, that lock would count as the library's.
//! - [`Synchroniser`] is what hands something over by means of its own: futures, channels, pools, threads
//!   themselves. Locks inside are not the program's, and races inside are not shown.
//! - [`Atomic`] is a wrapper around one atomic access.
//! - All else that does not come from the program's own files is a [`Library`]: a race inside `std::vector` is
//!   the program's that shares it. So are `std::shared_ptr` and `Arc`: they drop what is the program's.

use std::path::Path;

use deadheat_event::CodeOwner::{self, Annotations, Atomic, Barrier, Library, Lock, Producer, Program, Synchroniser};

use crate::debug_info::Frame;

/// Owners in the standard libraries, by the beginning of the full name: up to a `::`, or anything if it ends in `*`. The first that fits
/// counts. C++ and Rust have a `std` each; where both have a name, it means the same.
const STANDARD: &[(&str, CodeOwner)] = &[
    // C++
    ("std::mutex", Lock),
    ("std::recursive_*", Lock),
    ("std::timed_mutex", Lock),
    ("std::shared_mutex", Lock),
    ("std::shared_timed_mutex", Lock),
    ("std::__shared_mutex_*", Lock),
    ("std::__shared_timed_mutex_base", Lock),
    ("std::__mutex_base", Lock),
    ("std::__recursive_mutex_base", Lock),
    ("std::__timed_mutex_impl", Lock),
    ("std::lock", Lock),
    ("std::try_lock", Lock),
    ("std::__detail::__lock_impl", Lock),
    ("std::__detail::__try_lock_impl", Lock),
    ("std::lock_guard", Lock),
    ("std::unique_lock", Lock),
    ("std::scoped_lock", Lock),
    ("std::shared_lock", Lock),
    ("std::condition_variable*", Lock),
    ("std::_V2::condition_variable_any", Lock),
    ("std::__condvar", Lock),
    ("std::atomic*", Atomic),
    ("std::__atomic_base", Atomic),
    ("std::__atomic_float", Atomic),
    ("std::__atomic_impl", Atomic),
    ("std::__atomic_ref", Atomic),
    ("__gnu_cxx::__atomic_add*", Atomic),
    ("__gnu_cxx::__exchange_and_add*", Atomic),
    ("std::barrier", Barrier),
    ("std::__tree_barrier*", Barrier),
    ("std::latch", Synchroniser),
    ("std::counting_semaphore", Synchroniser),
    ("std::__atomic_semaphore", Synchroniser),
    ("std::__platform_semaphore", Synchroniser),
    ("std::__atomic_futex_unsigned*", Synchroniser),
    ("std::__detail::__wait*", Synchroniser),
    ("std::__detail::__platform_wait*", Synchroniser),
    ("std::future", Synchroniser),
    ("std::shared_future", Synchroniser),
    ("std::__basic_future", Synchroniser),
    ("std::__future_base", Synchroniser),
    ("std::promise", Synchroniser),
    ("std::packaged_task", Synchroniser),
    ("std::async", Synchroniser),
    ("std::call_once", Synchroniser),
    ("std::once_flag", Synchroniser),
    ("std::jthread", Synchroniser),
    ("std::stop_*", Synchroniser),
    // C++ and Rust
    ("std::thread", Synchroniser),
    // Rust
    ("core::sync::atomic", Atomic),
    ("std::sync::atomic", Atomic),
    ("std::sync::poison::mutex", Lock),
    ("std::sync::poison::rwlock", Lock),
    ("std::sync::poison::condvar", Lock),
    ("std::sync::nonpoison", Lock),
    ("std::sync::mutex", Lock),
    ("std::sync::rwlock", Lock),
    ("std::sync::condvar", Lock),
    ("std::sync::reentrant_lock", Lock),
    ("std::sys::sync::mutex", Lock),
    ("std::sys::sync::rwlock", Lock),
    ("std::sys::sync::condvar", Lock),
    // Under whatever waits by it.
    ("std::sys::pal::unix::futex", Lock),
    ("std::sync::barrier", Barrier),
    ("std::sync", Synchroniser),
    ("std::sys::sync", Synchroniser),
];

/// The same for crates of Rust's: only where the code is not in the program's own files, for anyone may use such a name.
const CRATES: &[(&str, CodeOwner)] = &[
    ("parking_lot*", Lock),
    ("lock_api", Lock),
    ("spin", Lock),
    ("crossbeam_utils::atomic", Atomic),
    ("portable_atomic", Atomic),
    ("crossbeam*", Synchroniser),
    ("rayon_core", Synchroniser),
    ("once_cell", Synchroniser),
    ("tokio", Synchroniser),
    ("flume", Synchroniser),
];

/// The same for functions of C, which have no container.
const FUNCTIONS: &[(&str, CodeOwner)] = &[
    ("pthread_mutex_*", Lock),
    ("pthread_rwlock_*", Lock),
    ("pthread_spin_*", Lock),
    ("pthread_cond_*", Lock),
    ("__gthread_mutex_*", Lock),
    ("__gthread_recursive_mutex_*", Lock),
    ("__gthread_cond_*", Lock),
    ("mtx_*", Lock),
    ("cnd_*", Lock),
    ("pthread_barrier_*", Barrier),
    ("sem_*", Synchroniser),
    ("pthread_once", Synchroniser),
    ("call_once", Synchroniser),
    ("__gthread_once", Synchroniser),
    ("__cxa_guard_*", Synchroniser),
    ("deadheat_*", Annotations),
];

/// Channels and queues, whose [`PRODUCERS`] only give.
const QUEUES: &[&str] =
    &["std::sync::mpsc", "std::sync::mpmc", "crossbeam_channel", "crossbeam_queue", "tokio::sync::mpsc", "flume"];

/// Functions of synchronisers that only hand something over: a thread that calls one learns nothing from calls before it.
const PRODUCERS: &[&str] = &["send", "try_send", "send_timeout", "send_deadline", "blocking_send", "push", "set_value"];

/// Parts of paths of source files that are not the program's.
const FOREIGN_FILES: &[&str] = &[
    "/usr/include/",
    "/usr/lib/",
    "/usr/src/",
    "/rustc/",
    "/.cargo/registry/",
    "/.cargo/git/",
    "/.rustup/",
    "/vendor/",
];

/// Folders of libraries that come with the system.
const SYSTEM: &[&str] = &["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"];

/// What a library calls itself, where no file says so.
const FOREIGN_NAMES: &[&str] = &["std", "core", "alloc", "__gnu_cxx", "__cxxabiv1", "__cxxabi", "compiler_builtins"];

/// Whose code the frame is, in a module that was loaded from this file.
#[must_use]
pub fn owner(frame: &Frame, module: &Path) -> CodeOwner {
    let name = frame.full_name();
    let is_foreign = match frame.place.file.as_deref() {
        Some(file) => FOREIGN_FILES.iter().any(|part| file.contains(part)),
        None => {
            SYSTEM.iter().any(|folder| module.starts_with(folder))
                || FOREIGN_NAMES.iter().any(|container| fits(&name, container))
        }
    };
    let is_queue = QUEUES.iter().any(|queue| fits(&name, queue)) || fits(&name, "std::promise");
    let in_standard = find(STANDARD, &name);
    let in_crate = || find(CRATES, &name).filter(|_| is_foreign);
    match in_standard.or_else(in_crate) {
        Some(Synchroniser) if is_queue && PRODUCERS.contains(&&*frame.function) => Producer,
        Some(owner) => owner,
        None if is_foreign && frame.container.is_empty() => find(FUNCTIONS, &name).unwrap_or(Library),
        None if is_foreign => Library,
        None => Program,
    }
}

fn find(table: &[(&str, CodeOwner)], name: &str) -> Option<CodeOwner> {
    table.iter().find(|(pattern, _)| fits(name, pattern)).map(|(_, owner)| *owner)
}

/// Whether a full name begins with the pattern: up to a `::`, unless it ends in `*`.
fn fits(name: &str, pattern: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with("::")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debug_info::Place;

    const HEADER: Option<&str> = Some("/usr/include/c++/12/bits/std_mutex.h");
    const RUST: Option<&str> = Some("/rustc/0123/library/std/src/lib.rs");
    const CRATE: Option<&str> = Some("/home/me/.cargo/registry/src/index-1/x-1.0.0/src/lib.rs");
    const OWN: Option<&str> = Some("/home/me/app/src/main.rs");

    #[test]
    fn owners() {
        for (container, function, file, expected) in [
            ("", "worker", OWN, Program),
            ("bank::Account", "deposit", OWN, Program),
            ("", "worker", None, Program),
            ("std::mutex", "lock", HEADER, Lock),
            ("std::lock_guard", "lock_guard", HEADER, Lock),
            ("std::condition_variable", "wait", None, Lock),
            ("std::__shared_mutex_pthread", "lock", HEADER, Lock),
            ("", "__gthread_mutex_lock", HEADER, Lock),
            ("std::vector", "push_back", HEADER, Library),
            ("std::__shared_ptr", "reset", HEADER, Library),
            ("std::hash", "operator()", OWN, Program),
            ("std::__atomic_base", "load", HEADER, Atomic),
            ("std::atomic_flag", "test_and_set", HEADER, Atomic),
            ("std::__future_base::_State_baseV2", "_M_set_result", HEADER, Synchroniser),
            ("std::__detail::__waiter", "_M_do_wait", HEADER, Synchroniser),
            ("std::barrier", "arrive", HEADER, Barrier),
            ("std::thread::_State_impl", "_M_run", HEADER, Synchroniser),
            ("std::this_thread", "sleep_for", HEADER, Library),
            ("std::sync::poison::mutex::Mutex", "lock", RUST, Lock),
            ("std::sys::sync::mutex::futex::Mutex", "lock_contended", RUST, Lock),
            ("std::sync::once_lock::OnceLock", "get_or_init", RUST, Synchroniser),
            ("std::sync::mpsc::Sender", "send", RUST, Producer),
            ("std::sync::mpsc::Receiver", "recv", RUST, Synchroniser),
            ("core::sync::atomic::AtomicU32", "fetch_add", RUST, Atomic),
            ("alloc::sync::Arc", "drop", RUST, Library),
            ("alloc::vec::Vec", "push", RUST, Library),
            ("parking_lot::raw_mutex::RawMutex", "lock_slow", CRATE, Lock),
            ("crossbeam_channel::channel::Sender", "send", CRATE, Producer),
            ("rayon::iter::plumbing", "bridge", CRATE, Library),
            ("rayon_core::registry::WorkerThread", "wait_until", CRATE, Synchroniser),
            ("spin", "wait", OWN, Program),
            ("", "sem_wait_all", OWN, Program),
        ] {
            let place = Place { file: file.map(Into::into), ..Place::default() };
            let frame = Frame { function: function.into(), container: container.into(), place, is_inlined: false };
            assert_eq!(owner(&frame, Path::new("/home/me/app/app")), expected, "{}", frame.full_name());
        }
    }

    #[test]
    fn symbols_of_the_system() {
        let frame = |function: &str| Frame {
            function: function.into(),
            container: "".into(),
            place: Place::default(),
            is_inlined: false,
        };
        let libc = Path::new("/lib/x86_64-linux-gnu/libc.so.6");
        assert_eq!(owner(&frame("qsort"), libc), Library);
        assert_eq!(owner(&frame("pthread_cond_wait"), libc), Lock);
        assert_eq!(owner(&frame("pthread_barrier_wait"), libc), Barrier);
    }
}
