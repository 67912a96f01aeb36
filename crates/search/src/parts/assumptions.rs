//! What the reduction must not assume, by names that hold in every process.

use std::collections::BTreeSet;

use deadheat_event::{Context, LastingName, Location, Nameable, SyncId, ThreadId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::discipline::SharedObject;

/// A shared object: memory, a lock, the attempts at a lock, a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SharedName(LastingName);

/// The objects that are known to be unsafe: see [`eager`](crate::eager). Without them the reduction assumes that all are safe, and learns better.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumptions(pub(super) BTreeSet<SharedName>);

impl Assumptions {
    /// How many objects these are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is known to be unsafe.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn contains(&self, name: SharedName) -> bool {
        self.0.contains(&name)
    }
}

/// Gives names, and looks that no two things get the same one.
pub(crate) struct Namer<'c> {
    context: &'c dyn Context,
    names: FxHashMap<Nameable, Option<LastingName>>,
    things: FxHashMap<LastingName, Nameable>,
    /// Whether something had no name, or one that something else has.
    pub is_short: bool,
}

impl<'c> Namer<'c> {
    pub fn new(context: &'c dyn Context) -> Self {
        Self { context, names: FxHashMap::default(), things: FxHashMap::default(), is_short: false }
    }

    /// The name of a thread, object or field.
    pub fn name(&mut self, of: Nameable) -> Option<LastingName> {
        if let Some(name) = self.names.get(&of) {
            return *name;
        }
        let name = self.context.lasting_name(of);
        let is_taken = name.is_some_and(|name| *self.things.entry(name).or_insert(of) != of);
        self.is_short |= name.is_none() || is_taken;
        self.names.insert(of, name);
        name
    }

    pub fn thread(&mut self, thread: ThreadId) -> Option<LastingName> {
        self.name(Nameable::Thread(thread))
    }

    pub fn sync(&mut self, sync: SyncId) -> Option<LastingName> {
        Some(self.name(Nameable::Object(sync.object))?.part(sync.part.into()))
    }

    /// The name of a shared object.
    pub fn shared(&mut self, object: SharedObject) -> Option<SharedName> {
        let name = match object {
            SharedObject::Memory(Location::Field { object, field }) => {
                let LastingName(class, declared) = self.name(Nameable::Field(field))?;
                self.name(Nameable::Object(object))?.part(class).part(declared).part(1)
            }
            SharedObject::Memory(Location::Global { field }) => self.name(Nameable::Field(field))?.part(2),
            SharedObject::Memory(Location::Element { array, index }) => {
                self.name(Nameable::Object(array))?.part(index.into()).part(3)
            }
            SharedObject::Memory(Location::Bytes { object, offset, .. }) => {
                self.name(Nameable::Object(object))?.part(offset.into()).part(4)
            }
            SharedObject::Lock(lock) => self.sync(lock)?.part(5),
            SharedObject::LockAvailability(lock) => self.sync(lock)?.part(6),
            SharedObject::Thread(thread) => self.thread(thread)?.part(7),
            SharedObject::EndBy(thread) => self.thread(thread)?.part(8),
            SharedObject::Ends => LastingName(0, 0).part(9),
            SharedObject::Starts => LastingName(0, 0).part(10),
        };
        Some(SharedName(name))
    }
}
