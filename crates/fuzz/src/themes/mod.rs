//! What programs are about. A theme has fields and offers statements on them.

mod alike;
mod atomics;
mod collections;
mod language;
mod synchronisers;
mod tasks;

use crate::generate::Gen;
use crate::program::Stmt;

/// A theme.
pub struct Theme {
    /// Its name in `--themes`.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Whether it offers statements to programs that are clean by construction.
    pub clean: bool,
    /// How many states its statements have, from 1 to 3: bodies are made shorter by it.
    pub weight: usize,
    /// Whether the slice in `make test` has it; if not, why.
    pub slice: Slice,
    /// Declares the fields.
    pub fields: fn(&mut Gen),
    /// Gives a statement, or a few that belong together.
    pub stmt: fn(&mut Gen) -> Vec<Stmt>,
}

/// Whether `make test` has a theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slice {
    /// It has.
    On,
    /// It has not, for this reason.
    Off(&'static str),
}

macro_rules! theme {
    ($module:ident, $name:ident, $about:literal, clean: $clean:literal, weight: $weight:literal, $slice:expr) => {
        Theme {
            name: stringify!($name),
            about: $about,
            clean: $clean,
            weight: $weight,
            slice: $slice,
            fields: $module::$name::fields,
            stmt: $module::$name::stmt,
        }
    };
}

/// All themes. The last column is the table of what `make test` leaves out, and why.
#[rustfmt::skip]
pub const THEMES: &[Theme] = &[
    theme!(language, vars, "volatile, guarded and plain fields", clean: true, weight: 1, Slice::On),
    theme!(collections, maps, "ConcurrentHashMap, ConcurrentSkipListMap", clean: true, weight: 2, Slice::On),
    theme!(collections, copies, "CopyOnWriteArrayList", clean: true, weight: 1, Slice::On),
    theme!(collections, linked, "ConcurrentLinkedQueue, ConcurrentLinkedDeque", clean: true, weight: 2, Slice::On),
    theme!(collections, blocking, "blocking queues", clean: true, weight: 2, Slice::On),
    // Its timed poll spins for ever in JDK 17 if another thread looks into the queue at the wrong moment: no program with it is clean.
    theme!(collections, transfer, "LinkedTransferQueue", clean: false, weight: 2, Slice::On),
    theme!(collections, plain, "plain collections, shared or guarded", clean: true, weight: 2, Slice::On),
    theme!(collections, wrapped, "synchronised and unmodifiable collections", clean: true, weight: 1, Slice::On),
    theme!(tasks, pools, "executors and futures", clean: true, weight: 3, Slice::On),
    theme!(tasks, promises, "CompletableFuture", clean: true, weight: 2, Slice::On),
    theme!(tasks, streams, "streams, sequential and parallel", clean: true, weight: 2, Slice::On),
    theme!(language, interrupts, "interrupts against everything that can be interrupted", clean: false, weight: 1, Slice::On),
    theme!(language, initialisers, "static initialisers and class loading", clean: false, weight: 1, Slice::On),
    theme!(language, finals, "final fields, safe and unsafe publication", clean: true, weight: 1, Slice::On),
    theme!(language, bulk, "operations on whole arrays", clean: true, weight: 1, Slice::On),
    theme!(language, monitors, "the lock and the monitor of the same object", clean: false, weight: 1, Slice::On),
    theme!(language, unstarted, "operations on threads that may not have started", clean: false, weight: 1, Slice::On),
    theme!(atomics, atomic, "atomics, adders, updaters", clean: true, weight: 1, Slice::On),
    theme!(atomics, handles, "VarHandle, method handles, reflection", clean: true, weight: 1, Slice::On),
    theme!(alike, alike, "threads that do the same, and what may tell them apart", clean: true, weight: 1, Slice::On),
    theme!(synchronisers, synchronisers, "StampedLock, Phaser, Exchanger, latches, ThreadLocal", clean: true, weight: 1, Slice::On),
];

/// The theme of this name.
pub fn by_name(name: &str) -> Option<&'static Theme> {
    THEMES.iter().find(|theme| theme.name == name)
}

/// A statement that sees one of these expressions.
fn see(g: &mut Gen, expressions: &[&str]) -> Vec<Stmt> {
    vec![Stmt::See(g.fill(expressions))]
}

/// A statement that reads one of these `int` expressions.
fn read(g: &mut Gen, expressions: &[&str]) -> Vec<Stmt> {
    vec![Stmt::Read(g.fill(expressions))]
}

/// One of these, as a whole statement.
fn act(g: &mut Gen, statements: &[&str]) -> Vec<Stmt> {
    vec![Stmt::Do(g.fill(statements))]
}
