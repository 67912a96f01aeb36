//! Answers to observers' questions: stacks, locks, and names for people.

use std::cell::Cell;
use std::collections::VecDeque;

use deadheat_event::{
    AccessKind, CodeOwner, Context, Done, FieldId, LastingName, Location, LockMode, Nameable, ObjectId, SiteId,
    SourcePos, StackMark, SyncId, ThreadId, Value, name,
};
use rustc_hash::FxHashMap;

use crate::front::trust;
use crate::vm::Vm;
use crate::vm::classes::class::{ClassRef, FieldRef, Kind, MethodRef, Shape, acc};
use crate::vm::juc;
use crate::vm::memory::layout::{HEAP, Ref};
use crate::vm::threads::visible::{initialiser, monitor, site_id, site_index, site_method, synchroniser, value_of};

/// No more sites of allocations are kept: a guest may make locks without end.
const MOST_SITES: usize = 1 << 20;

/// From where a search through the heap came to an object.
#[derive(Clone, Copy)]
enum Via {
    /// A static field.
    Static(FieldRef),
    /// A stack.
    Stack,
    /// A field of an object.
    Field(Ref, FieldRef),
    /// An element of an array.
    Element(Ref, u32),
}

/// Whether stacks show a method.
fn is_shown(method: MethodRef) -> bool {
    !method.hidden || method.class().reference.is_some()
}

/// What refers to an object.
struct Holder {
    /// The way to the object: `Bank.lock`, or `Bank.accounts[3]`.
    path: String,
    /// The class of the object that has the field; for a static field, the class that declares it.
    class: String,
    /// Whether the field is declared by the library.
    library: bool,
}

impl Context for Vm {
    fn source(&self, site: SiteId) -> SourcePos {
        let Some(method) = self.methods.get(site_method(site) as usize) else {
            return SourcePos::unknown();
        };
        let class = method.class();
        let owner = method.code_owner();
        if let (Some(reference), Some(host)) = (&class.reference, class.host) {
            return SourcePos {
                container: host.java_name().into(),
                function: reference.name.clone(),
                file: host.file.as_ref().and_then(|f| f.source_file.clone()),
                line: reference.line,
                owner,
            };
        }
        let line = if method.access & acc::NATIVE != 0 { None } else { method.line(site_index(site)) };
        SourcePos {
            container: class.java_name().into(),
            function: method.name.clone(),
            file: class.file.as_ref().and_then(|f| f.source_file.clone()),
            line,
            owner,
        }
    }

    fn owner(&self, site: SiteId) -> CodeOwner {
        self.methods.get(site_method(site) as usize).map_or(CodeOwner::Program, |method| method.code_owner())
    }

    fn is_entry(&self, site: SiteId) -> bool {
        site_index(site) == 0
    }

    fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>) {
        out.clear();
        self.all_sites(thread.0, |id, site| {
            if is_shown(self.method(id)) {
                out.push(site);
            }
            true
        });
    }

    fn has_sites(&self, thread: ThreadId) -> bool {
        !self.all_sites(thread.0, |id, _| !is_shown(self.method(id)))
    }

    fn is_stack(&self, thread: ThreadId, sites: &[SiteId]) -> bool {
        let mut expected = sites.iter();
        let is_so_far = self.all_sites(thread.0, |id, site| {
            if expected.as_slice().first() == Some(&site) {
                // It was shown in that stack, so it is in this one.
                expected.next();
                return true;
            }
            !is_shown(self.method(id))
        });
        is_so_far && expected.as_slice().is_empty()
    }

    /// The callers of a frame are the same as long as it lives, and so are the places that they are at. A frame at the same address is the same one if none was made
    /// since: to be gone it must have been left, and another one made in its place.
    #[inline]
    fn stack_mark(&self, thread: ThreadId) -> Option<StackMark> {
        let is_running = thread.0 == self.tid && self.frame != 0;
        is_running.then(|| {
            let site = site_id(self.arena.running(self.frame + 1) as u32, self.pc);
            StackMark { site, frame: self.frame, since: [self.watch, self.calls] }
        })
    }

    fn locks(&self, thread: ThreadId) -> Vec<(SyncId, LockMode)> {
        self.held_locks(thread.0)
    }

    fn live_threads(&self, out: &mut Vec<ThreadId>) {
        out.clear();
        out.extend(Vm::live_threads(self).into_iter().map(ThreadId));
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        let object = self.thread_object(thread.0);
        if object == 0 { String::new() } else { self.string(self.ref_field(object, self.known.thread_name)) }
    }

    fn type_name(&self, object: ObjectId) -> String {
        let class = self.class_of(object.0);
        if class.is_array() { crate::vm::exec::interp::source_type(&class.name) } else { class.java_name() }
    }

    fn location_name(&self, location: Location) -> String {
        match location {
            Location::Field { field, .. } | Location::Global { field } => match self.fields.get(field.0 as usize) {
                Some(field) => full_name(field),
                None => field.to_string(),
            },
            Location::Element { array, index } => {
                let class = self.type_name(array);
                format!("{}[{index}]", class.strip_suffix("[]").unwrap_or(&class))
            }
            Location::Bytes { .. } => location.to_string(),
        }
    }

    fn target_name(&self, location: Location) -> String {
        match location {
            Location::Field { object, field } => {
                let declared = self.fields.get(field.0 as usize).map(|field| field.class());
                if declared.is_some_and(|class| trust::is_library(&class.name)) {
                    outer_class(self.class_of(object.0))
                } else {
                    self.location_name(location)
                }
            }
            Location::Element { array, .. } => match self.find_holder(array.0) {
                Some(holder) if holder.library => outer_name(&holder.class),
                Some(holder) => name::without_indices(&holder.path) + "[]",
                None => self.type_name(array),
            },
            Location::Global { .. } | Location::Bytes { .. } => self.location_name(location),
        }
    }

    fn holder_name(&self, location: Location) -> Option<String> {
        let object = match location {
            Location::Field { object, field } => {
                let declared = self.fields.get(field.0 as usize)?.class();
                trust::is_library(&declared.name).then_some(object.0)?
            }
            Location::Element { array, .. } => array.0,
            Location::Global { .. } | Location::Bytes { .. } => return None,
        };
        // An array of the program's own is named by its variable anyway.
        self.holder_in_program(object).filter(|holder| !self.target_name(location).starts_with(&**holder))
    }

    fn value_name(&self, location: Location, value: Value) -> Option<String> {
        let Value::Int(number) = value else { return None };
        let descriptor = match location {
            Location::Field { field, .. } | Location::Global { field } => {
                self.fields.get(field.0 as usize)?.descriptor.to_string()
            }
            Location::Element { array, .. } => self.class_of(array.0).name.get(1..)?.to_owned(),
            Location::Bytes { .. } => return None,
        };
        match &*descriptor {
            "Z" => Some((number != 0).to_string()),
            "C" => Some(format!("{:?}", char::from_u32(number as u32)?)),
            _ => None,
        }
    }

    fn sync_name(&self, sync: SyncId) -> String {
        if let Some(name) = self.network_name(sync) {
            return name;
        }
        // Asked first: the object of a class that is only about to be initialised does not know yet what it is.
        if let Some(class) = self.classes.iter().find(|class| class.mirror == sync.object.0) {
            return format!("{}.class", class.java_name());
        }
        if sync == monitor(sync.object.0) && self.class_of(sync.object.0).name.starts_with("java/util/concurrent/") {
            // It has a lock of its own, too, which is what its name means.
            return format!("the monitor of {}", self.sync_name(synchroniser(sync.object.0)));
        }
        let class = self.type_name(sync.object);
        let made = self.made.get(&sync.object.0).map(|site| self.source(*site));
        match (self.find_holder(sync.object.0), made) {
            (Some(holder), _) if !holder.library => holder.path,
            // A part of a synchroniser of the library's: which part says more than where the library made it.
            (Some(holder), Some(made)) if !made.owner.is_program() => holder.path,
            (_, Some(SourcePos { file: Some(file), line: Some(line), .. })) => format!("new {class} at {file}:{line}"),
            _ => class,
        }
    }

    fn is_channel(&self, sync: SyncId) -> bool {
        self.is_part_of_network(sync)
    }

    fn access_name(&self, access: AccessKind) -> Option<&'static str> {
        access.is_protected().then_some("volatile")
    }

    fn is_benign(&self, location: Location) -> bool {
        let field = location.field().and_then(|field| self.fields.get(field.0 as usize));
        field.is_some_and(|field| field.benign)
    }

    fn guards_block(&self, lock: SyncId, site: SiteId) -> bool {
        // What the library does under a lock is its own affair: `FileChannelImpl.read` waits and reads on, and means it so.
        self.owner(site).is_program() && !trust::is_private_lock(&self.class_of(lock.object.0).name)
    }

    fn initialised(&self, site: SiteId, location: Option<Location>) -> [Option<SyncId>; 2] {
        let of_site = self.methods.get(site_method(site) as usize).map(|method| initialiser(method.class()));
        let of_field = match location {
            Some(Location::Global { field }) => self.fields.get(field.0 as usize),
            _ => None,
        };
        [of_site, of_field.map(|field| initialiser(field.class()))]
    }

    fn survives(&self, object: ObjectId) -> bool {
        Vm::survives(self, object.0)
    }

    fn value(&self, location: Location) -> Option<Value> {
        let of_field = |place: u32, field: FieldId| {
            let field = self.fields.get(field.0 as usize)?;
            Some(value_of(field.kind, self.get(place + field.place)))
        };
        match location {
            Location::Field { object, field } => of_field(object.0, field),
            Location::Global { field } => of_field(0, field),
            Location::Element { array, index } => match self.see_element(array.0, index, None, AccessKind::Plain)?.kind
            {
                Done::Read { value, .. } => value,
                _ => None,
            },
            Location::Bytes { .. } => None,
        }
    }

    fn lasting_name(&self, of: Nameable) -> Option<LastingName> {
        self.shared.registry.lock().lasting_name(of)
    }

    fn permits(&self, semaphore: SyncId) -> Option<i64> {
        if self.is_part_of_network(semaphore) {
            return Some(self.host.network().permits(semaphore.part));
        }
        juc::permits(self, semaphore.object.0)
    }
}

impl Via {
    /// Whether this is a way that a person can name.
    fn has_name(self) -> bool {
        match self {
            Self::Stack => false,
            // What a lambda captured has no name that its author knows.
            Self::Field(_, field) => !field.class().hidden,
            Self::Static(_) | Self::Element(..) => true,
        }
    }
}

impl Vm {
    /// Remembers where a lock is made: neither its class nor, often, any field has a name for it.
    #[cold]
    pub(crate) fn remember_site(&mut self, object: Ref) {
        if self.made.len() < MOST_SITES {
            let site = self.site(self.frame, self.pc);
            self.made.insert(object, site);
        }
    }

    /// Searches the heap, breadth first, for the nearest thing with a name that refers to an object. The guest's own static
    /// fields come first, then what its threads work with, then the platform's. That a thread works with the object itself, as one
    /// that waits on it does, gives it no name: the search goes on.
    fn find_holder(&self, target: Ref) -> Option<Holder> {
        let mut seen: FxHashMap<Ref, Via> = FxHashMap::default();
        let mut queue = VecDeque::new();
        let found = Cell::new(false);
        let mut meet = |object: Ref, via: Via, queue: &mut VecDeque<Ref>| {
            if object == target && !found.get() {
                found.set(via.has_name());
                seen.insert(object, via);
            } else if object >= HEAP && !seen.contains_key(&object) {
                seen.insert(object, via);
                queue.push_back(object);
            }
        };
        let statics = |guest: bool, queue: &mut VecDeque<Ref>, meet: &mut dyn FnMut(Ref, Via, &mut VecDeque<Ref>)| {
            for class in self.classes.iter().filter(|class| class.platform != guest) {
                for field in class.fields.iter().filter(|field| field.is_static() && field.is_reference()) {
                    meet(self.get(field.place) as Ref, Via::Static(field), queue);
                }
            }
        };
        statics(true, &mut queue, &mut meet);
        for tid in self.thread_ids() {
            meet(self.thread_object(tid), Via::Stack, &mut queue);
            self.each_frame(tid, |frame, _| {
                if let Some(this) = self.frame_receiver(frame) {
                    meet(this, Via::Stack, &mut queue);
                }
            });
        }
        statics(false, &mut queue, &mut meet);
        while let Some(object) = queue.pop_front().filter(|_| !found.get()) {
            let class = self.class_of(object);
            match class.shape {
                Shape::Array(Kind::Reference, _) => {
                    for i in 0..self.array_len(object) {
                        meet(self.array_ref(object, i), Via::Element(object, i), &mut queue);
                    }
                }
                Shape::Instance => {
                    for field in instance_references(class) {
                        meet(self.ref_field(object, field.place), Via::Field(object, field), &mut queue);
                    }
                }
                _ => {}
            }
        }
        if self.class_of(target).is_array() && !is_known_as_array(target, &seen) {
            return None;
        }
        self.describe(target, &seen)
    }

    /// The words for the way that led to an object.
    fn describe(&self, object: Ref, seen: &FxHashMap<Ref, Via>) -> Option<Holder> {
        match *seen.get(&object)? {
            Via::Static(field) => {
                let (class, library) = (field.class().java_name(), trust::is_library(&field.class().name));
                Some(Holder { path: full_name(field), class, library })
            }
            Via::Stack => None,
            via @ Via::Field(owner, field) => via.has_name().then(|| {
                let (class, library) = (self.class_of(owner).java_name(), trust::is_library(&field.class().name));
                Holder { path: full_name(field), class, library }
            }),
            Via::Element(array, index) => {
                let holder = self.describe(array, seen)?;
                Some(Holder { path: format!("{}[{index}]", holder.path), ..holder })
            }
        }
    }

    /// The object on which a frame's method was called.
    pub(crate) fn frame_receiver(&self, frame: u32) -> Option<Ref> {
        let method = self.frame_method(frame);
        (!method.is_static() && method.args > 0).then(|| self.get(self.frame_locals(frame)) as Ref)
    }
}

/// Whether the holder of an array declares it as one. The library only keeps other arrays for the guest: they are no part of it.
fn is_known_as_array(mut object: Ref, seen: &FxHashMap<Ref, Via>) -> bool {
    for dimensions in 0.. {
        match seen.get(&object) {
            Some(Via::Element(array, _)) => object = *array,
            Some(Via::Field(_, field) | Via::Static(field)) => {
                return !field.class().platform || field.descriptor.as_bytes().get(dimensions) == Some(&b'[');
            }
            Some(Via::Stack) | None => break,
        }
    }
    true
}

pub(crate) fn full_name(field: FieldRef) -> String {
    format!("{}.{}", field.class().java_name(), field.name)
}

/// The fields of a class and its superclasses that refer to objects.
pub(crate) fn instance_references(class: ClassRef) -> impl Iterator<Item = FieldRef> {
    let chain = std::iter::successors(Some(class), |class| class.super_class);
    let fields = chain.flat_map(|class| class.fields.iter().copied());
    fields.filter(|field| !field.is_static() && field.is_reference())
}

/// `java.util.HashMap` for `java.util.HashMap$Node`; a collection of the program's own is called what it is.
fn outer_class(class: ClassRef) -> String {
    let name = class.java_name();
    if trust::is_library(&class.name) { outer_name(&name) } else { name }
}

/// The same for a class that is known by its name only.
fn outer_name(class: &str) -> String {
    let is_library = trust::is_library(&class.replace('.', "/"));
    let outer = if is_library { class.split('$').next() } else { None };
    outer.unwrap_or(class).to_owned()
}
