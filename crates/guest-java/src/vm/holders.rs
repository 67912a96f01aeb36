//! Which variable of the program's an object of the library belongs to: the field that holds a collection, for its array or one of its
//! nodes; the field that holds an executor, for what the library has wrapped it in.
//!
//! The heap is searched, breadth first, from the program's own static fields, then from what its methods work on. The search goes
//! through fields that the program declares and through those of `java.util`: other classes of the platform (threads, class
//! loaders) refer to everything and hold nothing in this sense. The name is that of the nearest field on the way that the
//! program declares; what only local variables and lambdas hold has none.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::front::trust;
use crate::vm::Vm;
use crate::vm::classes::class::{FieldRef, Kind, Shape};
use crate::vm::context::{full_name, instance_references};
use crate::vm::memory::layout::{HEAP, Ref};

/// The objects of the library between an object and the variable; more would be a list of such length that it is no name any more.
const MOST_BETWEEN: usize = 256;

/// The platform's classes whose objects hold others for the program.
const CONTAINERS: &str = "java/util/";

/// From where the search came to an object.
#[derive(Clone, Copy)]
enum Via {
    /// A method works on it.
    Method,
    /// A static field.
    Static(FieldRef),
    /// A field of an object.
    Field(Ref, FieldRef),
    /// An array.
    Array(Ref),
}

struct Search<'a> {
    vm: &'a Vm,
    ways: FxHashMap<Ref, Via>,
    queue: VecDeque<Ref>,
}

impl Search<'_> {
    fn meet(&mut self, object: Ref, via: Via) {
        if object < HEAP {
            return;
        }
        match self.ways.entry(object) {
            Entry::Vacant(new) => {
                new.insert(via);
                self.queue.push_back(object);
            }
            // A method works on it, and it has a name, too.
            Entry::Occupied(mut known) if matches!(known.get(), Via::Method) => {
                known.insert(via);
            }
            Entry::Occupied(_) => {}
        }
    }

    fn go_on(&mut self) {
        let vm = self.vm;
        while let Some(object) = self.queue.pop_front() {
            let class = vm.class_of(object);
            match class.shape {
                Shape::Array(Kind::Reference, _) => {
                    (0..vm.array_len(object)).for_each(|i| self.meet(vm.array_ref(object, i), Via::Array(object)));
                }
                Shape::Instance => {
                    let holds = |field: &FieldRef| is_program(field) || field.class().name.starts_with(CONTAINERS);
                    for field in instance_references(class).filter(holds) {
                        self.meet(vm.ref_field(object, field.place), Via::Field(object, field));
                    }
                }
                _ => {}
            }
        }
    }
}

impl Vm {
    /// The variable of the program's that an object belongs to: `Cache.entries`.
    pub(crate) fn holder_in_program(&self, object: Ref) -> Option<String> {
        let mut search = Search { vm: self, ways: FxHashMap::default(), queue: VecDeque::new() };
        for class in self.classes.iter().filter(|class| !class.platform) {
            for field in class.fields.iter().filter(|field| field.is_static() && field.is_reference()) {
                search.meet(self.get(field.place) as Ref, Via::Static(field));
            }
        }
        search.go_on();
        for tid in self.thread_ids() {
            search.meet(self.thread_object(tid), Via::Method);
            self.each_frame(tid, |frame, _| {
                let is_program = self.frame_method(frame).code_owner().is_program();
                if let Some(this) = self.frame_receiver(frame).filter(|_| is_program) {
                    search.meet(this, Via::Method);
                }
            });
        }
        search.go_on();
        let mut next = object;
        for _ in 0..MOST_BETWEEN {
            next = match *search.ways.get(&next)? {
                Via::Static(field) | Via::Field(_, field) if is_program(field) => {
                    // What a lambda captured has no name that its author knows.
                    return (!field.class().hidden).then(|| full_name(field));
                }
                Via::Field(owner, _) | Via::Array(owner) => owner,
                Via::Static(_) | Via::Method => return None,
            };
        }
        None
    }
}

fn is_program(field: FieldRef) -> bool {
    !trust::is_library(&field.class().name)
}
