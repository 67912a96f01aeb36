//! Whose error a finding is: the user's, or that of a library inside of which it is.
//!
//! A finding is the user's if the racing data, the lock or the block is declared in the user's code, or if the user's threads
//! share an object of a library that is not made for it. It is a library's if the data is the library's and at least one of the accesses is
//! the library's own doing. Which code is whose the guest knows ([`Guest::is_library`]); `--include` makes more of it the user's.
//!
//! What this can get wrong: whether an object of a library without a variable that holds it is shared by the user or kept by the
//! library is judged by the stacks. A library that keeps such an object in the package that the user calls is taken for
//! the user's error: it is then shown where it could have been folded away.

use deadheat_analysis::{PossibleError, Scope};
use deadheat_event::{SourcePos, name};
use deadheat_machine::Guest;

use crate::result::{Finding, FoundError, Participant, is_exit_code};

/// Tells the user's code from that of libraries.
pub struct Ownership<'a, G: Guest> {
    guest: &'a G,
    scope: &'a Scope,
}

impl<'a, G: Guest> Ownership<'a, G> {
    /// By what the guest knows and the user has asked to hear of.
    #[must_use]
    pub fn new(guest: &'a G, scope: &'a Scope) -> Self {
        Self { guest, scope }
    }

    /// Whether the finding is inside a library.
    #[must_use]
    pub fn is_library(&self, finding: &Finding) -> bool {
        let parts = &finding.participants;
        match &finding.error {
            FoundError::Race { target, .. } => {
                let holder = finding.witness.as_ref().and_then(|witness| witness.holder.as_deref());
                self.is_race_in_library(target, holder, parts)
            }
            FoundError::Deadlock { locks, .. } => {
                let is_mine = |lock: &String| self.is_mine(container(lock));
                !locks.iter().any(is_mine) && self.is_all_in_library(parts)
            }
            FoundError::LostSignal { .. } => self.is_all_in_library(parts),
            FoundError::Atomicity { block, .. } => self.has_library(container(block)),
            // An exit code is what the whole program says, wherever it was set.
            FoundError::Uncaught { message } if is_exit_code(message) => false,
            FoundError::Uncaught { .. } => {
                !parts.is_empty() && !parts.iter().any(|part| part.stack.iter().any(|frame| self.is_my_place(frame)))
            }
            // A test is the user's, whoever throws in it; so is what a program shows.
            FoundError::FailingTest { .. } | FoundError::DifferingOutput { .. } => false,
            FoundError::Livelock { .. } | FoundError::Target { .. } => false,
        }
    }

    /// The same of an error that is only possible.
    #[must_use]
    pub fn is_possible_in_library(&self, error: &PossibleError) -> bool {
        match error {
            PossibleError::Atomicity(found) => self.has_library(&found.begins.container),
            PossibleError::Deadlock(_) => !error.places().into_iter().any(|place| self.is_my_place(place)),
            PossibleError::Race(race) => {
                let sides = [&race.first.stack, &race.second.stack].map(|stack| &stack[..]);
                self.is_data_in_library(&race.target, None, &sides, &[&race.first.place, &race.second.place])
            }
        }
    }

    fn is_race_in_library(&self, target: &str, holder: Option<&str>, parts: &[Participant]) -> bool {
        let stacks: Vec<&[SourcePos]> = parts.iter().map(|part| &part.stack[..]).collect();
        let places: Vec<&SourcePos> = parts.iter().map(|part| &part.place).collect();
        self.is_data_in_library(target, holder, &stacks, &places)
    }

    fn is_data_in_library(
        &self,
        target: &str,
        holder: Option<&str>,
        stacks: &[&[SourcePos]],
        places: &[&SourcePos],
    ) -> bool {
        let target = name::without_indices(target);
        match holder {
            // The variable says whose collection it is.
            Some(holder) => self.has_library(container(holder)),
            // A collection that no variable holds belongs to the code that uses it.
            None if self.has_library(&target) => !places.iter().all(|place| self.is_my_place(place)),
            None if self.has_library(container(&target)) => {
                !stacks.iter().all(|stack| self.calls_directly(stack, package(container(&target))))
            }
            None => false,
        }
    }

    /// Whether the user's code calls this package of a library itself.
    fn calls_directly(&self, stack: &[SourcePos], declared_in: &str) -> bool {
        let Some(at) = stack.iter().position(|frame| self.is_my_place(frame)) else { return false };
        at > 0 && package(&stack[at - 1].container) == declared_in
    }

    fn is_all_in_library(&self, parts: &[Participant]) -> bool {
        !parts.is_empty() && !parts.iter().any(|part| self.is_my_place(&part.place))
    }

    fn is_my_place(&self, place: &SourcePos) -> bool {
        place.owner.is_program() && self.is_mine(&place.container)
    }

    fn is_mine(&self, container: &str) -> bool {
        !self.has_library(container)
    }

    fn has_library(&self, container: &str) -> bool {
        let is_wanted = || self.scope.include.iter().any(|pattern| pattern.matches(container));
        self.guest.is_library(container) && !is_wanted()
    }
}

/// What a field or function belongs to: `bank.Account` for `bank.Account.balance[]`.
fn container(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(container, _)| container)
}

fn package(container: &str) -> &str {
    self::container(container)
}
