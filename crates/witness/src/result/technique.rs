//! The techniques that look for a schedule, and which of them may be used.

use serde::{Deserialize, Serialize};

/// A way to get from a warning to a schedule that proves it, or a part of one that can be switched off by itself. Cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Technique {
    /// It happened in the recorded run itself, or next to it.
    Run,
    /// A reordering of the recorded run, computed from its events (Mathur 2021, Tunç 2023, Carril 2015).
    Prediction,
    /// The recorded run, extended with one thread held back (Shacham 2004, Figure 2.9).
    #[serde(alias = "prefix-extension")]
    Extension,
    /// Active testing: threads are paused at the operations of the warning (Sen 2008, Joshi 2009).
    #[serde(alias = "driving")]
    ActiveTesting,
    /// Trying races that are no warnings, because the run handed something over between the two accesses.
    Suspicion,
    /// A search for the second access, from a prefix of the run (Shacham 2004, §2.6.3).
    #[serde(alias = "target-search")]
    Target,
    /// In that search: leaving the first thread out.
    Exclusion,
    /// In that search: moving the second thread first.
    Hint,
    /// In that search: leaving out states from which no thread can reach the second access any more (Shacham 2004, §2.6.2).
    Chopping,
    /// A search in which only the threads of the warning's window run (Havelund 2000, §4).
    Window,
    /// Random walks through the whole program (Burckhardt 2010, Yuan 2018).
    Walks,
    /// A search of the whole program.
    Search,
}

impl Technique {
    /// All of them, cheapest first.
    pub const ALL: [Self; 12] = [
        Self::Run,
        Self::Prediction,
        Self::Extension,
        Self::ActiveTesting,
        Self::Suspicion,
        Self::Target,
        Self::Exclusion,
        Self::Hint,
        Self::Chopping,
        Self::Window,
        Self::Walks,
        Self::Search,
    ];

    /// Its name in files and on the command line.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Prediction => "prediction",
            Self::Extension => "extension",
            Self::ActiveTesting => "active-testing",
            Self::Suspicion => "suspicion",
            Self::Target => "target",
            Self::Exclusion => "exclusion",
            Self::Hint => "hint",
            Self::Chopping => "chopping",
            Self::Window => "window",
            Self::Walks => "walks",
            Self::Search => "search",
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Technique>", into = "Vec<Technique>")]
pub struct Techniques(u16);

impl Techniques {
    /// All techniques.
    #[must_use]
    pub fn all() -> Self {
        Self::from(Technique::ALL.to_vec())
    }

    /// Whether a technique is among them.
    #[must_use]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }

    /// The same without one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !technique.bit())
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Self::all()
    }
}

impl From<Vec<Technique>> for Techniques {
    fn from(list: Vec<Technique>) -> Self {
        Self(list.into_iter().fold(0, |set, technique| set | technique.bit()))
    }
}

impl From<Techniques> for Vec<Technique> {
    fn from(set: Techniques) -> Self {
        Technique::ALL.into_iter().filter(|technique| set.has(*technique)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        assert_eq!(Vec::from(Techniques::all()), Technique::ALL);
        let some = Techniques::all().without(Technique::Hint);
        assert!(some.has(Technique::Run) && !some.has(Technique::Hint));
        assert_eq!(Techniques::from(Vec::from(some)), some);
    }

    #[test]
    fn names_are_those_of_files() {
        for technique in Technique::ALL {
            assert_eq!(serde_json::json!(technique), technique.id());
        }
    }
}
