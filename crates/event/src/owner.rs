//! Whose code a piece of code is, as far as analyses and reports care.

use serde::{Deserialize, Serialize};

/// Whose code it is. The guest decides (it knows its platform's packages, or its debug information); analyses and reports only ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodeOwner {
    /// The program under test: errors are shown here.
    #[default]
    Program,
    /// A library that does what its caller asks for: an error inside is shown at the program's call.
    Library,
    /// The annotations with which a program talks to deadheat: no more than marks.
    Annotations,
    /// A part of a library that does its own synchronisation: what happens inside is its own business, and hands something over.
    Synchroniser,
    /// A lock of the library's: taking it is the program's taking of a lock.
    Lock,
    /// A single atomic operation of the library's: nothing is inside.
    Atomic,
    /// A synchroniser's operation that only gives: it learns nothing from operations before it.
    Producer,
    /// A barrier: a woken thread learns from the one that woke it, not from those that held the inner lock meanwhile.
    Barrier,
    /// Begins reads without a lock that are thrown away if they turn out to be invalid.
    OptimisticBegin,
    /// Looks whether such reads are valid.
    OptimisticValidate,
    /// A means of access to memory, such as a handle to a variable or reflection: its accesses are its caller's.
    Access,
}

impl CodeOwner {
    /// Whether it is the program's own code.
    #[must_use]
    pub const fn is_program(self) -> bool {
        matches!(self, Self::Program)
    }

    /// Whether it does its own synchronisation, in whatever way.
    #[must_use]
    pub const fn is_synchroniser(self) -> bool {
        !matches!(self, Self::Program | Self::Library | Self::Annotations)
    }
}
