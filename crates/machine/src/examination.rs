//! What can be said before a program is run: the tools that are there for it, and what in its files stands against it.

use crate::GuestError;

/// Something of the platform that guests of a kind need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// What it is, as it calls itself: `JDK 17.0.15`, `gcc (Debian 12.2.0-14) 12.2.0`.
    pub name: String,
    /// Where it is, and what it can or cannot do.
    pub remarks: Vec<String>,
    /// Whether it is the one that is used.
    pub used: bool,
}

/// The tools for a kind of guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tools {
    /// For what: `Java`.
    pub purpose: &'static str,
    /// Those that are there, the one that is used first.
    pub found: Vec<Tool>,
    /// What is missing, or why what is there is of no use.
    pub problems: Vec<GuestError>,
}

/// The kinds of things in a program's files that cannot be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObstacleKind {
    /// Classes or files that cannot be read.
    Damaged,
    /// Code for a later version of the platform.
    TooNew,
    /// Methods whose code is in native libraries.
    NativeMethods,
    /// Native libraries.
    NativeLibraries,
    /// Agents that attach themselves while the program runs.
    Agents,
    /// Parts of the platform that this one lacks.
    Missing,
}

/// Things of one kind that cannot be run. Whether the program comes by them only a run shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// What kind of things.
    pub kind: ObstacleKind,
    /// Which, in order: each named by what it is and where.
    pub names: Vec<String>,
}

/// What a look at a program's files shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// What it consists of: how many of what.
    pub contents: Vec<(u64, &'static str)>,
    /// The versions of the platform that its code is made for, the oldest and the newest: `Java 8`, `Java 17`.
    pub made_for: Option<(String, String)>,
    /// What of it cannot be run, by kind.
    pub obstacles: Vec<Obstacle>,
}
