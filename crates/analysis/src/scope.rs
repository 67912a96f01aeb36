//! Whose code is whose: which frames of a stack are the guest's, and where an error is shown.
//!
//! A race inside a collection is the fault of whoever shares it, so it is shown at the guest's call. What happens inside
//! trusted synchronisers is nobody's fault, and never shown.

use deadheat_event::{Context, SiteId, SourcePos};

use crate::pattern::Pattern;

/// Packages of the platform.
const LIBRARY: &[&str] = &["java.", "javax.", "jdk.", "sun.", "com.sun.", "deadheat."];

/// Parts of the platform that do their own synchronisation: a collection used inside them is their business.
const TRUSTED: &[&str] = &["java.util.concurrent.", "jdk.", "sun.", "java.util.logging."];

/// Methods that only hand something over: who calls one learns nothing from those who did before.
const PRODUCERS: &[&str] = &[
    "put",
    "offer",
    "add",
    "addFirst",
    "addLast",
    "offerFirst",
    "offerLast",
    "putFirst",
    "putLast",
    "push",
    "transfer",
    "addAll",
];

/// Whether the class is a part of the platform (or of the annotation library).
#[must_use]
pub fn is_library(class: &str) -> bool {
    LIBRARY.iter().any(|prefix| class.starts_with(prefix))
}

fn is_trusted(class: &str) -> bool {
    TRUSTED.iter().any(|prefix| class.starts_with(prefix))
}

/// What a lock is to the guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockUse {
    /// Taken by the guest, or by a collection on its behalf.
    Own,
    /// A part of a trusted synchroniser, which hands something over with it.
    HandOver {
        /// The operation only gives, and takes nothing.
        produces: bool,
        /// Who was woken learns from who woke it, not from who happened to hold the lock meanwhile.
        barrier: bool,
    },
}

/// A read of `StampedLock` that takes no lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimistic {
    /// From here on what is read may be thrown away.
    Begin,
    /// Here it is seen whether it must be.
    Validate,
}

/// Who a method belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Unknown,
    Guest,
    Library,
    Trusted,
    Producer,
    Barrier,
    Locks,
    OptimisticBegin,
    OptimisticValidate,
}

/// Remembers who each method belongs to, and which classes the user wants to hear of.
#[derive(Debug, Default)]
pub struct Scope {
    owners: Vec<Owner>,
    /// Only errors in these classes are told; all, when empty.
    pub include: Vec<Pattern>,
    /// Errors in these classes are not told.
    pub exclude: Vec<Pattern>,
}

impl Scope {
    fn owner(&mut self, site: SiteId, context: &dyn Context) -> Owner {
        let method = site.method() as usize;
        if self.owners.len() <= method {
            self.owners.resize(method + 1, Owner::Unknown);
        }
        if self.owners[method] == Owner::Unknown {
            let source = context.source(site);
            let is_stamped = &*source.class == "java.util.concurrent.locks.StampedLock";
            self.owners[method] = if is_stamped && &*source.method == "tryOptimisticRead" {
                Owner::OptimisticBegin
            } else if is_stamped && &*source.method == "validate" {
                Owner::OptimisticValidate
            } else if &*source.class == "java.util.concurrent.CyclicBarrier" {
                Owner::Barrier
            } else if source.class.starts_with("java.util.concurrent.locks.") {
                Owner::Locks
            } else if source.class.starts_with("java.util.concurrent.") && PRODUCERS.contains(&&*source.method) {
                Owner::Producer
            } else if is_trusted(&source.class) {
                Owner::Trusted
            } else if is_library(&source.class) {
                Owner::Library
            } else {
                Owner::Guest
            };
        }
        self.owners[method]
    }

    /// The frame of a stack (innermost first) that an access is shown at: the guest's innermost, unless a trusted
    /// synchroniser lies between.
    pub fn guest_frame(&mut self, stack: &[SiteId], context: &dyn Context) -> Option<SiteId> {
        for site in stack {
            match self.owner(*site, context) {
                Owner::Guest => return Some(*site),
                Owner::Library | Owner::Unknown => {}
                _ => return None,
            }
        }
        None
    }

    /// The frame that an operation is shown at, whatever it is: the guest's innermost. A synchronized method takes its lock
    /// when it is called, so that is shown at the call.
    pub fn calling_frame(&mut self, stack: &[SiteId], context: &dyn Context) -> Option<SiteId> {
        let mut guests = stack.iter().filter(|site| self.owner(**site, context) == Owner::Guest);
        let inner = *guests.next()?;
        let at_entry = stack.first() == Some(&inner) && inner.index() == 0;
        let outer = if at_entry { guests.next().copied() } else { None };
        Some(outer.unwrap_or(inner))
    }

    /// The call of a trusted synchroniser that the stack is in: the guest's frame. Operations of one call are one operation.
    /// The single atomic operations have nothing inside.
    pub fn trusted_call(&mut self, stack: &[SiteId], context: &dyn Context) -> Option<SiteId> {
        let inner = *stack.first()?;
        let trusted = !matches!(self.owner(inner, context), Owner::Guest | Owner::Library | Owner::Unknown);
        if !trusted || context.source(inner).class.starts_with("java.util.concurrent.atomic.") {
            return None;
        }
        self.calling_frame(stack, context)
    }

    /// Whether the site is in one of the methods for reads without a lock.
    pub fn optimistic(&mut self, site: SiteId, context: &dyn Context) -> Option<Optimistic> {
        match self.owner(site, context) {
            Owner::OptimisticBegin => Some(Optimistic::Begin),
            Owner::OptimisticValidate => Some(Optimistic::Validate),
            _ => None,
        }
    }

    /// What the lock taken at this stack is to the guest.
    pub fn lock_use(&mut self, stack: &[SiteId], context: &dyn Context) -> LockUse {
        let (mut inside, mut produces, mut barrier) = (false, false, false);
        for site in stack {
            match self.owner(*site, context) {
                Owner::Locks | Owner::OptimisticBegin | Owner::OptimisticValidate => {}
                Owner::Producer => (inside, produces) = (true, true),
                Owner::Barrier => (inside, barrier) = (true, true),
                Owner::Trusted => inside = true,
                Owner::Guest | Owner::Library | Owner::Unknown => break,
            }
        }
        if inside { LockUse::HandOver { produces, barrier } } else { LockUse::Own }
    }

    /// Whether the user wants to hear of errors at this place.
    #[must_use]
    pub fn wants(&self, place: &SourcePos) -> bool {
        let matches = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(&place.class));
        (self.include.is_empty() || matches(&self.include)) && !matches(&self.exclude)
    }
}
