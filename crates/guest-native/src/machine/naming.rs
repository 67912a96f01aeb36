//! What reports call memory: variables, fields, blocks of the heap, locals on a stack.

use std::sync::Arc;

use deadheat_event::{Location, ObjectId, SiteId, SyncId, Value};

use deadheat_native_runtime::protocol::block;

use super::image::{Image, Loaded};
use super::objects::{Object, ObjectKey};
use crate::debug_info::{Local, Member, Step, TypeId, Variable};

/// A named piece of memory: what it is called, and its type.
struct Named {
    module: Arc<Loaded>,
    name: String,
    type_: Option<TypeId>,
    /// How far into it.
    offset: u64,
    /// Whether the name alone is not one of the program's variables, but of a type: an array of those has a number.
    count: u64,
}

impl Image {
    /// The variable at an address of a file.
    #[must_use]
    pub fn variable(&self, module: u32, address: u64) -> Option<Variable> {
        self.module(module)?.module.as_ref()?.variable_at(address)
    }

    fn object(&self, object: ObjectId) -> Option<Object> {
        self.objects().get(object).cloned()
    }

    /// What the object is called as a whole, and what is at an offset.
    fn named(&self, object: ObjectId, offset: u32) -> Option<Named> {
        let known = self.object(object)?;
        match known.key {
            ObjectKey::Variable(number, address) => {
                let module = self.module(number)?;
                let variable = module.module.as_ref()?.variable_at(address)?;
                let name = without_crate(&variable);
                Some(Named { name, type_: variable.type_, offset: offset.into(), count: 1, module })
            }
            ObjectKey::Block(_) => {
                // The first of the program's own calls knows best what it asked for; but to an allocator all is bytes.
                let typed = || known.made_at.iter().filter_map(|site| self.block_type(*site, known.size));
                let is_more_than_bytes = |(module, type_, _): &(Arc<Loaded>, TypeId, u64)| {
                    module.module.as_ref().is_some_and(|module| module.type_size(*type_) != Some(1))
                };
                let (module, type_, count) = typed().find(is_more_than_bytes).or_else(|| typed().next())?;
                let name = module.module.as_ref()?.block_name(type_);
                let size = module.module.as_ref()?.type_size(type_).unwrap_or(0).max(1);
                let offset = u64::from(offset) % size;
                Some(Named { name, type_: Some(type_), offset, count, module })
            }
            ObjectKey::Stack(_) => {
                let frames: Vec<(SiteId, u32)> = self.objects().frames(object, offset).collect();
                let known = |(site, below)| self.local(site, below).map(|(module, local)| (module, local, below));
                let (module, local, below) = frames.into_iter().find_map(known)?;
                let offset = (i64::from(below).wrapping_neg() - local.cfa_offset).max(0) as u64;
                let name = format!("{}.{}", local.function, local.name);
                Some(Named { name, type_: local.type_, offset, count: 1, module })
            }
            ObjectKey::Region(_) => None,
        }
    }

    fn local(&self, site: SiteId, below: u32) -> Option<(Arc<Loaded>, Local)> {
        let (number, address) = super::image::address_of(site);
        let module = self.module(number)?;
        let at = -i64::from(below);
        let locals = module.module.as_ref()?.locals_at(address);
        let holds = |local: &&Local| (local.cfa_offset..local.cfa_offset + local.size as i64).contains(&at);
        let local = locals.iter().find(holds).cloned()?;
        Some((module, local))
    }

    fn member(named: &Named, length: u32) -> Member {
        let module = named.module.module.as_ref();
        let member = |type_| module.map(|module| module.member(type_, named.offset, length.into()));
        named.type_.and_then(member).unwrap_or_default()
    }

    /// The object's type.
    #[must_use]
    pub fn type_name(&self, object: ObjectId) -> String {
        match self.named(object, 0) {
            Some(Named { type_: Some(type_), module, .. }) => {
                module.module.as_ref().map_or_else(|| "memory".to_owned(), |module| module.type_name(type_))
            }
            _ => "memory".to_owned(),
        }
    }

    /// A location, with numbers of elements.
    #[must_use]
    pub fn location_name(&self, location: Location) -> String {
        let Location::Bytes { object, offset, length } = location else { return location.to_string() };
        match self.named(object, offset) {
            Some(named) => format!("{}{}", plain(&named.name), Self::member(&named, length)),
            None => self.nameless(object, Some(offset)),
        }
    }

    /// A location as it is the same in every run: without numbers of elements.
    #[must_use]
    pub fn target_name(&self, location: Location) -> String {
        let Location::Bytes { object, offset, length } = location else { return location.to_string() };
        match self.named(object, offset) {
            Some(named) => {
                let is_array = if named.count > 1 { "[]" } else { "" };
                format!("{}{is_array}{}", plain(&named.name), Self::member(&named, length).without_indexes())
            }
            None => self.nameless(object, None),
        }
    }

    /// A lock, condition, semaphore, latch or initialiser: the part of its object that has just its size, for what is inside is the
    /// library's own. Where several have the size of one, it is the innermost: a structure that begins with its lock may be as large
    /// as another kind of lock.
    #[must_use]
    pub fn sync_name(&self, sync: SyncId) -> String {
        /// The sizes of what the C and C++ libraries and Rust's have for synchronising, smallest first.
        const SIZES: [u32; 8] = [1, 4, 8, 16, 32, 40, 48, 56];
        let SyncId { object, part: offset } = sync;
        let Some(named) = self.named(object, offset) else { return self.nameless(object, Some(offset)) };
        let fits = |size: &u32| {
            let member = Self::member(&named, *size);
            let module = named.module.module.as_ref()?;
            let depth = member.path.iter().filter(|step| matches!(step, Step::Field(_))).count();
            (module.type_size(member.leaf?) == Some((*size).into())).then_some((depth, *size))
        };
        let length = SIZES.iter().filter_map(fits).max().map_or(1, |(_, size)| size);
        let name = self.target_name(Location::Bytes { object, offset, length });
        // The locks of OpenMP's libraries are structures of one field.
        let inside = ["._x", "._lk"].iter().find_map(|field| name.strip_suffix(field));
        inside.map(str::to_owned).unwrap_or(name)
    }

    /// Memory that has no name: where it comes from.
    fn nameless(&self, object: ObjectId, offset: Option<u32>) -> String {
        let Some(known) = self.object(object) else { return object.to_string() };
        let at = offset.filter(|offset| *offset > 0).map(|offset| format!("+{offset}")).unwrap_or_default();
        match known.key {
            ObjectKey::Block(name) => {
                let made = known.made_at.iter().map(|site| self.source(*site)).find(|place| place.owner.is_program());
                let (what, at) = if name & block::TEAM == 0 { ("heap block", at) } else { ("team", String::new()) };
                match made {
                    Some(place) => {
                        let file = place.file.as_deref().and_then(|file| file.rsplit('/').next()).unwrap_or("?");
                        let line = place.line.map(|line| format!(":{line}")).unwrap_or_default();
                        format!("{what} of {} ({file}{line}){at}", place.full_name())
                    }
                    None => format!("{what}{at}"),
                }
            }
            ObjectKey::Stack(thread) => format!("stack of T{thread}{at}"),
            ObjectKey::Variable(module, address) => {
                let file = self
                    .module(module)
                    .and_then(|module| Some(module.path.file_name()?.to_string_lossy().into_owned()));
                format!("{}+{:#x}", file.unwrap_or_default(), address + u64::from(offset.unwrap_or(0)))
            }
            ObjectKey::Region(_) => "mapped memory".to_owned(),
        }
    }

    /// A value as the program's language writes it.
    #[must_use]
    pub fn value_name(&self, location: Location, value: Value) -> Option<String> {
        let Location::Bytes { object, offset, length } = location else { return None };
        let bits = match value {
            Value::Int(number) => number as u32 as u64,
            Value::Long(number) => number as u64,
            _ => return None,
        };
        let named = self.named(object, offset)?;
        let leaf = Self::member(&named, length).leaf?;
        named.module.module.as_ref()?.show_value(leaf, bits, length.into())
    }
}

/// The name of a variable. In Rust every name begins with the crate's, which says nothing in a program's own report.
fn without_crate(variable: &Variable) -> String {
    let is_rust = variable.declared.file.as_deref().is_some_and(|file| file.ends_with(".rs"));
    match variable.name.split_once("::") {
        Some((_, rest)) if is_rust => rest.to_owned(),
        _ => variable.name.clone(),
    }
}

/// Names of containers are shown with dots, as everywhere in reports. Critical sections of OpenMP have variables that the compilers make.
fn plain(name: &str) -> String {
    if let Some(section) = name.strip_prefix(".gomp_critical_user_") {
        let section = section.strip_suffix(".var").unwrap_or(section);
        return format!("critical({section})");
    }
    // What the runtime has in place of the system is called by words.
    if name.starts_with("deadheat_native::") {
        return name.rsplit("::").next().unwrap_or(name).replace('_', " ");
    }
    name.replace("::", ".")
}
