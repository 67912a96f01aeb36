//! Answers to observers' questions: stacks, locks, and names for people.

use std::cell::Cell;
use std::collections::VecDeque;

use deadheat_event::{Context, FieldId, Holder, LockId, LockMode, ObjectId, SiteId, SourcePos, ThreadId};
use rustc_hash::FxHashMap;

use crate::vm::Vm;
use crate::vm::classes::class::{ClassRef, FieldRef, Kind, Shape, acc};
use crate::vm::juc;
use crate::vm::memory::layout::{HEAP, Ref};

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

impl Context for Vm {
    fn stack(&self, thread: ThreadId) -> Vec<SourcePos> {
        let mut sites = Vec::new();
        self.stack_sites(thread, &mut sites);
        sites.into_iter().map(|site| self.source(site)).collect()
    }

    fn source(&self, site: SiteId) -> SourcePos {
        let Some(method) = self.methods.get(site.method() as usize) else {
            return SourcePos::unknown();
        };
        let class = method.class();
        if let (Some(reference), Some(host)) = (&class.reference, class.host) {
            return SourcePos {
                class: host.java_name().into(),
                method: reference.name.clone(),
                file: host.file.as_ref().and_then(|f| f.source_file.clone()),
                line: reference.line,
            };
        }
        let line = if method.access & acc::NATIVE != 0 { None } else { method.line(site.index()) };
        SourcePos {
            class: class.java_name().into(),
            method: method.name.clone(),
            file: class.file.as_ref().and_then(|f| f.source_file.clone()),
            line,
        }
    }

    fn locks(&self, thread: ThreadId) -> Vec<(LockId, LockMode)> {
        self.held_locks(thread.0)
            .into_iter()
            .map(|(lock, mode)| (crate::vm::threads::visible::lock(lock), mode))
            .collect()
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        let object = self.thread_object(thread.0);
        if object == 0 { String::new() } else { self.string(self.ref_field(object, self.known.thread_name)) }
    }

    fn object_class(&self, object: ObjectId) -> String {
        let class = self.class_of(object.0);
        if class.is_array() { crate::vm::exec::interp::source_type(&class.name) } else { class.java_name() }
    }

    fn field_name(&self, field: FieldId) -> String {
        match self.fields.get(field.0 as usize) {
            Some(field) => full_name(field),
            None => field.to_string(),
        }
    }

    fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>) {
        out.clear();
        self.each_frame(thread.0, |frame, pc| {
            let method = self.frame_method(frame);
            if !method.hidden || method.class().reference.is_some() {
                out.push(self.site(frame, pc));
            }
        });
    }

    fn live_threads(&self, out: &mut Vec<ThreadId>) {
        out.clear();
        out.extend(Vm::live_threads(self).into_iter().map(ThreadId));
    }

    fn holder(&self, object: ObjectId) -> Option<Holder> {
        self.find_holder(object.0)
    }

    fn made_at(&self, object: ObjectId) -> Option<SourcePos> {
        self.made.get(&object.0).map(|site| self.source(*site))
    }

    fn is_benign(&self, field: FieldId) -> bool {
        self.fields.get(field.0 as usize).is_some_and(|field| field.benign)
    }

    fn class_name(&self, mirror: ObjectId) -> Option<String> {
        self.classes.iter().find(|class| class.mirror == mirror.0).map(|class| class.java_name())
    }

    fn site_class(&self, site: SiteId) -> Option<ObjectId> {
        self.methods.get(site.method() as usize).map(|method| ObjectId(method.class().mirror))
    }

    fn field_class(&self, field: FieldId) -> Option<ObjectId> {
        self.fields.get(field.0 as usize).map(|field| ObjectId(field.class().mirror))
    }

    fn survives(&self, object: ObjectId) -> bool {
        Vm::survives(self, object.0)
    }

    fn permits(&self, semaphore: ObjectId) -> Option<i64> {
        juc::permits(self, semaphore.0)
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
            for class in self.classes.iter().filter(|class| (class.loader != 0) == guest) {
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
            Via::Static(field) => Some(Holder { path: full_name(field), class: field.class().java_name() }),
            Via::Stack => None,
            via @ Via::Field(owner, field) => {
                via.has_name().then(|| Holder { path: full_name(field), class: self.class_of(owner).java_name() })
            }
            Via::Element(array, index) => {
                let holder = self.describe(array, seen)?;
                Some(Holder { path: format!("{}[{index}]", holder.path), class: holder.class })
            }
        }
    }

    /// The object on which a frame's method was called.
    fn frame_receiver(&self, frame: u32) -> Option<Ref> {
        let method = self.frame_method(frame);
        (!method.is_static() && method.args > 0).then(|| self.get(self.frame_locals(frame)) as Ref)
    }
}

/// Whether who holds an array declares it as one. The library only keeps other arrays for the guest: they are no part of it.
fn is_known_as_array(mut object: Ref, seen: &FxHashMap<Ref, Via>) -> bool {
    for dimensions in 0.. {
        match seen.get(&object) {
            Some(Via::Element(array, _)) => object = *array,
            Some(Via::Field(_, field) | Via::Static(field)) => {
                return field.class().loader != 0 || field.descriptor.as_bytes().get(dimensions) == Some(&b'[');
            }
            Some(Via::Stack) | None => break,
        }
    }
    true
}

fn full_name(field: FieldRef) -> String {
    format!("{}.{}", field.class().java_name(), field.name)
}

/// The fields of a class and its superclasses that refer to objects.
fn instance_references(class: ClassRef) -> impl Iterator<Item = FieldRef> {
    let chain = std::iter::successors(Some(class), |class| class.super_class);
    let fields = chain.flat_map(|class| class.fields.iter().copied());
    fields.filter(|field| !field.is_static() && field.is_reference())
}
