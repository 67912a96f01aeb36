//! What the machine does behind the back of its observers.
//!
//! The rule that everything rests on: *no step may read or write a shared location other than by its declared visible operation*. What
//! breaks it makes searches miss schedules, and analyses races. So the machine looks after itself, in two ways, and names what it
//! finds; a search that has come by such a place does not claim to be complete.
//!
//! *Natives*, always: the functions by which natives get at elements and fields (`Vm::array_bytes`, `store_bytes`, `field` …) look
//! whether the native that runs has declared the object. That costs a test per call of a native's, and nothing in the
//! interpreter's loop, whose instructions check by themselves. An object counts as a whole: a native that declares one element and
//! reads another of the same array is not noticed.
//!
//! *Writes*, in tests ([`Config::audit`](crate::Config::audit)): after each step the words that it has changed are compared with what
//! it has declared. A changed word of an object that was shared before the step, and is not quiet by policy, must be covered by an
//! event of the step. Fields of the library's own classes are left out.
//!
//! What this misses: natives that read memory by address without asking for the object, and what policy makes quiet.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use deadheat_event::{Done, EventKind, Location, ObjectId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::vm::Vm;
use crate::vm::classes::class::{ClassRef, FieldRef, MethodRef, Shape};
use crate::vm::memory::arena::Change;
use crate::vm::memory::layout::{CLASS_MASK, CONSTANTS, G_MULTI, HEADER, HEAP, OBJECT, Ref, SHARED, TRUSTED};
use crate::vm::natives::field_at;
use crate::vm::threads::policy::{ArrayOwner, Visibility};

/// Blind spots met so far, by name. Copies share what they hold: several machines run one guest.
#[derive(Clone, Debug, Default)]
pub struct BlindSpots(Arc<Mutex<BTreeSet<String>>>);

impl BlindSpots {
    /// Notes one.
    pub(crate) fn add(&self, name: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name);
    }

    /// Forgets all but these.
    pub(crate) fn replace(&self, names: &[String]) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = names.iter().cloned().collect();
    }

    /// All of them, in the order of their names: which machine met one first may differ from run to run.
    pub fn names(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// The native that runs, and the object that it has declared to use.
#[derive(Clone, Copy)]
pub(crate) struct Doing {
    pub method: MethodRef,
    pub declared: Option<ObjectId>,
}

/// The location that an operation is about.
pub(crate) fn declared(kind: &Done) -> Option<Location> {
    match kind {
        Done::Read { location, .. } | Done::Write { location, .. } | Done::Update { location, .. } => Some(*location),
        _ => None,
    }
}

impl Vm {
    /// A native uses the elements of an array.
    #[inline]
    pub(crate) fn audit_elements(&self, array: Ref) {
        if let Some(doing) = self.doing.get()
            && array != 0
            && self.shows_elements(array)
            && doing.declared != Some(ObjectId(array))
        {
            self.note_blind_spot(doing.method);
        }
    }

    /// A native uses a field of an object.
    #[inline]
    pub(crate) fn audit_field(&self, object: Ref, offset: u32) {
        if let Some(doing) = self.doing.get()
            && object != 0
            && self.is_shared(object)
            && doing.declared != Some(ObjectId(object))
            && self.class_of(object).arrays == ArrayOwner::Program
            && field_at(self, object, u64::from(offset) * 8).is_some_and(|field| self.shows_field(object, field))
        {
            self.note_blind_spot(doing.method);
        }
    }

    /// The native that runs does what it cannot declare.
    #[cold]
    pub(crate) fn note_undeclared(&self) {
        if let Some(doing) = self.doing.get() {
            self.note_blind_spot(doing.method);
        }
    }

    /// A method does what no search can follow.
    #[cold]
    pub(crate) fn note_blind_spot(&self, method: MethodRef) {
        self.shared.config.blind_spots.add(format!("{}.{}", method.class().java_name(), method.name));
    }

    /// Remembers what the present step declares.
    pub(crate) fn audit_event(&mut self, kind: &EventKind) {
        if self.shared.config.audit
            && let EventKind::Did(done) = kind
        {
            self.declared.extend(declared(done));
        }
    }

    /// Compares what the step that ends has changed with what it has declared.
    pub(crate) fn audit_step(&mut self) {
        if !self.shared.config.audit || !self.arena.is_tracking() {
            return;
        }
        let declared = std::mem::take(&mut self.declared);
        let changes = self.arena.changes();
        let collected = std::mem::take(&mut self.collected);
        // Before the second thread is there nothing is noticed, and the step in which it starts has begun before. Where memory was
        // reused within the step, what was there before is another object.
        if self.multi && !collected && !changes.iter().any(|change| change.address == G_MULTI) {
            let covered: FxHashSet<u32> = declared.iter().filter_map(|location| self.word_of(*location)).collect();
            let open: Vec<Change> = changes.iter().copied().filter(|c| !covered.contains(&c.address)).collect();
            self.audit_objects(&changes, &open);
            self.audit_statics(&open);
        }
        let _ = self.arena.commit();
    }

    /// The word that a location is in.
    fn word_of(&self, location: Location) -> Option<u32> {
        match location {
            Location::Field { object, field } => Some(object.0 + self.fields.get(field.0 as usize)?.place),
            Location::Global { field } => Some(self.fields.get(field.0 as usize)?.place),
            Location::Element { array, index } => {
                let Shape::Array(kind, _) = self.class_of(array.0).shape else { return None };
                Some(array.0 + HEADER + ((u64::from(index) << kind.shift()) / 8) as u32)
            }
            Location::Bytes { .. } => None,
        }
    }

    fn audit_objects(&mut self, changes: &[Change], open: &[Change]) {
        let open: Vec<&Change> = open.iter().filter(|change| change.address >= HEAP).collect();
        if open.is_empty() {
            return;
        }
        let before: FxHashMap<u32, u64> = changes.iter().map(|change| (change.address, change.old)).collect();
        let starts = self.object_starts();
        for change in open {
            let Some(object) = starts[..starts.partition_point(|start| *start <= change.address)].last().copied()
            else {
                continue;
            };
            let (old, new) = (before.get(&object).copied().unwrap_or_else(|| self.get(object)), self.get(object));
            let offset = change.address - object;
            let same = old & (CLASS_MASK | OBJECT) == new & (CLASS_MASK | OBJECT) && old >> 32 == new >> 32;
            if !same || old & SHARED == 0 || offset < HEADER || offset >= self.object_words(object) {
                continue;
            }
            let class = self.class_of(object);
            let what = if class.is_array() {
                (old & TRUSTED == 0 && !is_part_of_collection(class))
                    .then(|| format!("{} [{}]", class.java_name(), offset - HEADER))
            } else if !class.platform {
                let field = field_at(self, object, u64::from(offset) * 8);
                field.filter(|field| is_program_field(field)).map(field_name)
            } else {
                None
            };
            if let Some(what) = what {
                self.note_write(&what);
            }
        }
    }

    fn audit_statics(&self, open: &[Change]) {
        let open: FxHashSet<u32> =
            open.iter().map(|change| change.address).filter(|a| (CONSTANTS..HEAP).contains(a)).collect();
        if open.is_empty() {
            return;
        }
        for class in self.classes.iter().filter(|class| !class.platform) {
            for field in class.fields.iter().filter(|field| field.is_static() && open.contains(&field.place)) {
                if is_program_field(field) {
                    self.note_write(&field_name(field));
                }
            }
        }
    }

    fn note_write(&self, what: &str) {
        let stack = self.frames(self.tid);
        let method = stack.first().map(|(frame, _)| self.frame_method(*frame));
        let at = method
            .map_or_else(|| "the end of a thread".to_owned(), |m| format!("{}.{}", m.class().java_name(), m.name));
        self.shared.config.blind_spots.add(format!("a step up to {at} writes {what}"));
    }
}

/// Whether a field is of the program's own classes, and watched. Only natives can write unseen, and none writes fields of the library's
/// collections; those that the platform uses itself change inside of calls that are one operation, such as class loading.
fn is_program_field(field: FieldRef) -> bool {
    field.visibility != Visibility::Quiet && !field.class().platform
}

/// Whether an array is a part of a collection of the library's.
fn is_part_of_collection(class: ClassRef) -> bool {
    class.component().is_some_and(|component| component.loader == 0 && component.name.starts_with("java/util/"))
}

fn field_name(field: FieldRef) -> String {
    format!("{}.{}", field.class().java_name(), field.name)
}
