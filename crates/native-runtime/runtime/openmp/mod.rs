//! OpenMP, made of the runtime's own threads, locks and barriers: all that its constructs order is seen, and nothing else.
//!
//! The libraries of the compilers (libgomp, libomp) bring threads together by atomic operations in their own code, which tells nothing: what one
//! thread does before a barrier and another behind it would look like a race. So their functions are ours. A program that deadheat has
//! not started still uses the compilers' library.
//!
//! - *Parallel regions* ([`team`]): each has threads of its own, which start with it and are joined at its end; only after a thousand of them threads serve again ([`worker`]). There are two, as many as
//!   processors, unless the program or `OMP_NUM_THREADS` says otherwise. What is `threadprivate` stays with the number of a thread.
//! - *Tasks* ([`task`]) are threads, too, for that is what they are to each other: unordered unless something orders them, whichever
//!   thread of the team runs them. But each sits on the *seat* of a thread of the team while it runs, from which it has its number and its
//!   thread-local storage, and a seat has room for one.
//! - *Loops, sections and `single`* ([`share`]): who gets which part is decided when it is asked for, and orders nothing.
//! - *`critical`, `atomic`, `ordered` and locks* ([`lock`]) are locks.
//!
//! What it can miss: a task sits only where somebody waits for it, so of the orders that OpenMP allows among more tasks than threads
//! some are never taken; who waits for some of its tasks (`taskwait depend`, a task with `depend` that is not deferred) waits for all
//! of them; a task beyond the first 64 of one parent is run where it is made. What is not had ([`refused`]) is named when it is called: devices, cancellation, task reductions, `doacross`.

mod api;
mod bounds;
mod call;
mod entry;
mod gcc;
mod llvm;
mod llvm_tasks;
mod lock;
mod refused;
mod settings;
mod share;
mod task;
mod team;
mod worker;

pub use call::returns_here;
pub use task::thread_ends;
