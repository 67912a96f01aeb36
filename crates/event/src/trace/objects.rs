//! The objects that events mention: their types, which threads touch them, and when they end.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bytes::{Got, Sink, Source};
use super::texts::{TextNumber, TextWriter, Texts};
use super::{TraceError, tag};
use crate::{Context, FieldId, Location, ObjectId, ThreadId};

/// How threads have used an object, or a global variable, so far.
#[derive(Clone, Copy, Debug, Default)]
struct Sharing {
    first: Option<ThreadId>,
    written: bool,
    shared: bool,
    contended: bool,
}

/// What an access makes of the object that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharingChange {
    /// Nothing new.
    None,
    /// A second thread touches it.
    Shared,
    /// For the first time, two threads have touched it and one has written to it: from here on there can be a race on it.
    Contended,
}

impl Sharing {
    fn access(&mut self, thread: ThreadId, writes: bool) -> SharingChange {
        let is_second = *self.first.get_or_insert(thread) != thread && !self.shared;
        self.shared |= is_second;
        self.written |= writes;
        if self.shared && self.written && !self.contended {
            self.contended = true;
            return SharingChange::Contended;
        }
        if is_second { SharingChange::Shared } else { SharingChange::None }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct WrittenObject {
    type_name: Option<TextNumber>,
    sharing: Sharing,
}

/// The objects that the events written so far mention, and that have not ended.
#[derive(Default)]
pub struct ObjectWriter {
    objects: FxHashMap<ObjectId, WrittenObject>,
    globals: FxHashMap<FieldId, Sharing>,
}

impl ObjectWriter {
    /// An object is mentioned, if only as a value: observers may ask whether it survives.
    pub fn mention(&mut self, object: ObjectId) {
        self.objects.entry(object).or_default();
    }

    /// An object is mentioned by an operation. Gives the name of its type.
    pub fn type_name(
        &mut self,
        object: ObjectId,
        context: &dyn Context,
        texts: &mut TextWriter,
        out: &mut Sink,
    ) -> TextNumber {
        let known = self.objects.entry(object).or_default();
        *known.type_name.get_or_insert_with(|| {
            let name = texts.number(&context.type_name(object), out);
            out.number(tag::OBJECT);
            out.number(object.0);
            out.number(name);
            name
        })
    }

    /// A thread touches a location.
    pub fn access(&mut self, thread: ThreadId, location: Location, writes: bool) -> SharingChange {
        let sharing = match location {
            Location::Global { field } => self.globals.entry(field).or_default(),
            Location::Field { object, .. }
            | Location::Element { array: object, .. }
            | Location::Bytes { object, .. } => &mut self.objects.entry(object).or_default().sharing,
        };
        sharing.access(thread, writes)
    }

    /// Writes which objects end, and forgets them.
    pub fn collect(&mut self, context: &dyn Context, out: &mut Sink) -> Vec<ObjectId> {
        let mut ended = Vec::new();
        self.objects.retain(|object, _| {
            let stays = context.survives(*object);
            if !stays {
                ended.push(*object);
            }
            stays
        });
        ended.sort_unstable();
        out.number(tag::OBJECTS_END);
        out.number(ended.len() as u64);
        let mut last = 0;
        for object in &ended {
            out.number(object.0 - last);
            last = object.0;
        }
        ended
    }
}

/// An object of a trace.
#[derive(Clone, Debug)]
pub struct TracedObject {
    /// The number of its type's name.
    pub type_number: TextNumber,
    /// Its type's name.
    pub type_name: Arc<str>,
    /// The number of the first event that mentions it: what tells it from others that had its id before.
    pub since: u64,
}

/// The objects read so far that have not ended.
#[derive(Debug, Default)]
pub struct Objects {
    objects: HashMap<ObjectId, TracedObject>,
    /// Those that end with the present `Collect`, sorted.
    ending: Vec<ObjectId>,
}

impl Objects {
    /// Reads an object; `since` is the number of the next event.
    pub fn read(&mut self, source: &mut Source<impl Read>, texts: &Texts, since: u64) -> Got<()> {
        let object = source.object()?;
        let (type_number, type_name) = texts.numbered(source)?;
        self.objects.insert(object, TracedObject { type_number, type_name, since });
        Ok(())
    }

    /// Reads which objects end.
    pub fn read_ending(&mut self, source: &mut Source<impl Read>) -> Got<()> {
        self.ending.clear();
        let mut last = 0u32;
        for _ in 0..source.long()? {
            last = last.checked_add(source.number()?).ok_or(TraceError::Corrupt("an object's id is too large"))?;
            self.ending.push(ObjectId(last));
        }
        Ok(())
    }

    /// The objects that end with the present `Collect`.
    pub fn ending(&self) -> &[ObjectId] {
        &self.ending
    }

    /// The `Collect` is over.
    pub fn end(&mut self) {
        for object in self.ending.drain(..) {
            self.objects.remove(&object);
        }
    }

    /// The object, if the trace has mentioned it.
    pub fn get(&self, object: ObjectId) -> Option<&TracedObject> {
        self.objects.get(&object)
    }

    /// Since which event the object is known.
    pub fn since(&self, object: ObjectId) -> u64 {
        self.get(object).map_or(0, |object| object.since)
    }

    /// At a `Collect`, whether the object stays.
    pub fn survives(&self, object: ObjectId) -> bool {
        self.ending.binary_search(&object).is_err()
    }
}
