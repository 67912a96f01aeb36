//! The variables that events touch: fields, elements of arrays, bytes.
//!
//! A run touches millions of locations, so not each is described by itself. What a context says of fields of objects depends on the
//! field and on the object's type; what it says of elements, on the array.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::bytes::{Got, Sink, Source};
use super::tag;
use super::texts::{TextNumber, TextWriter, Texts};
use crate::{Context, FieldId, Location, ObjectId, SiteId, SyncId};

/// So many stretches of bytes get a name of their own; the others are named by object and offset.
const MOST_STRETCHES: usize = 1 << 20;

/// So many stretches that begin before some bytes are asked whether they cover them.
const MOST_AROUND: usize = 16;

/// The variables written so far.
#[derive(Default)]
pub struct VariableWriter {
    fields: FxHashSet<FieldId>,
    targets: FxHashSet<(FieldId, Option<TextNumber>)>,
    arrays: FxHashSet<ObjectId>,
    stretches: FxHashSet<Location>,
}

impl VariableWriter {
    /// Writes what there is to say of a location that is touched at this site, if it is new. `type_name` is the object's.
    pub fn write(
        &mut self,
        location: Location,
        type_name: Option<TextNumber>,
        site: SiteId,
        context: &dyn Context,
        texts: &mut TextWriter,
        out: &mut Sink,
    ) {
        match location {
            Location::Field { field, .. } | Location::Global { field } => {
                if self.targets.insert((field, type_name)) {
                    self.write_field(location, field, type_name, site, context, texts, out);
                }
            }
            Location::Element { array, index } => {
                if self.arrays.insert(array) {
                    let name = texts.number(&context.location_name(location), out);
                    out.number(tag::ARRAY);
                    out.number(array.0);
                    out.number(name);
                    out.number(index);
                    out.flag(context.is_benign(location));
                }
            }
            Location::Bytes { object, offset, length } => {
                if self.stretches.len() < MOST_STRETCHES && self.stretches.insert(location) {
                    let name = texts.number(&context.location_name(location), out);
                    let target = texts.number(&context.target_name(location), out);
                    out.number(tag::BYTES);
                    out.bytes(object, offset, length);
                    out.number(name);
                    out.number(target);
                    out.flag(context.is_benign(location));
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a location with all that is known of it")]
    fn write_field(
        &mut self,
        location: Location,
        field: FieldId,
        type_name: Option<TextNumber>,
        site: SiteId,
        context: &dyn Context,
        texts: &mut TextWriter,
        out: &mut Sink,
    ) {
        let name = context.location_name(location);
        let target = context.target_name(location);
        let differs = (target != name).then(|| texts.number(&target, out));
        if self.fields.insert(field) {
            let name = texts.number(&name, out);
            let [_, initialiser] = context.initialised(site, Some(location));
            out.number(tag::FIELD);
            out.number(field.0);
            out.number(name);
            out.flag(context.is_benign(location));
            out.option(initialiser, Sink::sync);
        }
        if let Some(target) = differs {
            out.number(tag::FIELD_TARGET);
            out.number(field.0);
            out.option(type_name, Sink::number);
            out.number(target);
        }
    }

    /// These objects have ended.
    pub fn forget(&mut self, ended: &[ObjectId]) {
        for array in ended {
            self.arrays.remove(array);
        }
        let is_ended = |object: ObjectId| ended.binary_search(&object).is_ok();
        self.stretches.retain(|location| !location.object().is_some_and(is_ended));
    }
}

#[derive(Debug)]
struct Field {
    name: Arc<str>,
    is_benign: bool,
    initialiser: Option<SyncId>,
}

#[derive(Debug)]
struct Array {
    /// The name of one element.
    name: Arc<str>,
    /// Which.
    index: u32,
    is_benign: bool,
}

#[derive(Debug)]
struct Stretch {
    name: Arc<str>,
    target: Arc<str>,
    is_benign: bool,
}

/// The variables read so far.
#[derive(Debug, Default)]
pub struct Variables {
    fields: HashMap<FieldId, Field>,
    targets: HashMap<(FieldId, Option<TextNumber>), Arc<str>>,
    arrays: HashMap<ObjectId, Array>,
    /// By object, offset and length.
    stretches: BTreeMap<(ObjectId, u32, u32), Stretch>,
}

impl Variables {
    /// Reads a field.
    pub fn read_field(&mut self, source: &mut Source<impl Read>, texts: &Texts) -> Got<()> {
        let field = source.field()?;
        let (name, is_benign) = (texts.get(source)?, source.flag()?);
        let initialiser = source.option(Source::sync)?;
        self.fields.insert(field, Field { name, is_benign, initialiser });
        Ok(())
    }

    /// Reads a field's target.
    pub fn read_field_target(&mut self, source: &mut Source<impl Read>, texts: &Texts) -> Got<()> {
        let field = source.field()?;
        let type_name = source.option(Source::number)?;
        self.targets.insert((field, type_name), texts.get(source)?);
        Ok(())
    }

    /// Reads an array.
    pub fn read_array(&mut self, source: &mut Source<impl Read>, texts: &Texts) -> Got<()> {
        let array = source.object()?;
        let (name, index, is_benign) = (texts.get(source)?, source.number()?, source.flag()?);
        self.arrays.insert(array, Array { name, index, is_benign });
        Ok(())
    }

    /// Reads a stretch of bytes.
    pub fn read_bytes(&mut self, source: &mut Source<impl Read>, texts: &Texts) -> Got<()> {
        let location = source.bytes()?;
        let (name, target, is_benign) = (texts.get(source)?, texts.get(source)?, source.flag()?);
        if let Location::Bytes { object, offset, length } = location {
            self.stretches.insert((object, offset, length), Stretch { name, target, is_benign });
        }
        Ok(())
    }

    /// What is known of these bytes: they were touched at a stretch, or are part of a stretch that was.
    fn stretch(&self, object: ObjectId, offset: u32, length: u32) -> Option<&Stretch> {
        if let Some(exact) = self.stretches.get(&(object, offset, length)) {
            return Some(exact);
        }
        let up_to_here = self.stretches.range((object, 0, 0)..=(object, offset, u32::MAX)).rev().take(MOST_AROUND);
        let covers = |(_, begin, wide): (ObjectId, u32, u32)| begin + wide >= offset + length;
        up_to_here.filter(|(at, _)| covers(**at)).map(|(_, stretch)| stretch).next()
    }

    /// These objects have ended.
    pub fn forget(&mut self, ended: &[ObjectId]) {
        for array in ended {
            self.arrays.remove(array);
        }
        let is_ended = |object: ObjectId| ended.binary_search(&object).is_ok();
        self.stretches.retain(|(object, ..), _| !is_ended(*object));
    }

    /// The location by name.
    pub fn name(&self, location: Location) -> Option<String> {
        match location {
            Location::Field { field, .. } | Location::Global { field } => {
                self.fields.get(&field).map(|field| field.name.to_string())
            }
            Location::Element { array, index } => self.arrays.get(&array).map(|array| array.element(index)),
            Location::Bytes { object, offset, length } => {
                self.stretch(object, offset, length).map(|stretch| stretch.name.to_string())
            }
        }
    }

    /// What a report calls the variable, for a field or bytes; `type_name` is the object's.
    pub fn target(&self, location: Location, type_name: Option<TextNumber>) -> Option<String> {
        let target = match location {
            Location::Field { field, .. } | Location::Global { field } => self.targets.get(&(field, type_name)),
            Location::Bytes { object, offset, length } => {
                self.stretch(object, offset, length).map(|stretch| &stretch.target)
            }
            Location::Element { .. } => None,
        };
        target.map(|target| target.to_string())
    }

    /// Whether races on the location are meant.
    pub fn is_benign(&self, location: Location) -> bool {
        match location {
            Location::Field { field, .. } | Location::Global { field } => {
                self.fields.get(&field).is_some_and(|field| field.is_benign)
            }
            Location::Element { array, .. } => self.arrays.get(&array).is_some_and(|array| array.is_benign),
            Location::Bytes { object, offset, length } => {
                self.stretch(object, offset, length).is_some_and(|stretch| stretch.is_benign)
            }
        }
    }

    /// The initialiser that must be over before the location is used.
    pub fn initialiser(&self, location: Location) -> Option<SyncId> {
        self.fields.get(&location.field()?)?.initialiser
    }
}

impl Array {
    /// The name of an element: that of the known one with another index.
    fn element(&self, index: u32) -> String {
        match self.name.strip_suffix(&format!("[{}]", self.index)) {
            Some(array) => format!("{array}[{index}]"),
            None => self.name.to_string(),
        }
    }
}
