//! Operations of one step whose parts show, each by itself.
//!
//! The methods of a concurrent collection are linearizable: whatever several threads do with it, each call takes effect at one moment, and
//! calls that run without a switch, one after the other, give all results that the library can give. So a call is one visible
//! operation on the collection as a whole (one field of it stands for that). What threads learn from each other is finer: who
//! finds an element is ordered behind the one that put it there, and behind nobody else. Therefore observers are told every access that
//! the library's own code makes on the way, as if each were a step; only nobody can come between.
//!
//! Each such object has a word that says whether it is modelled. It is *given up* where
//! - a method is called that is not linearizable, or of which that is not argued: iterators, bulk operations …;
//! - a method would run code of the program's in its midst that others can notice: that code ends the operation there
//!   ([`Vm::break_off_atomic`]);
//! - an operation cannot go on without others.
//!
//! From then on all threads take the library's own steps, each call behind a look at the object (`given_up.rs`). Giving up is (part of) an operation
//! on the object, too; so no thread is in the midst of another one then, and what the steps depend on does not matter to the operations that were.

use deadheat_event::{AccessKind, Done, FieldId, Location, ObjectId};

use super::given_up::{GIVEN_UP, MODELLED};
use super::plan::{Act, Plan};
use super::{Cut, fork_join};
use crate::vm::Vm;
use crate::vm::classes::class::ClassRef;
use crate::vm::exec::interp::Stop;
use crate::vm::memory::layout::Ref;
use crate::vm::natives::field_at;
use crate::vm::threads::thread::T_ATOMIC;

/// What an operation is to others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    /// It changes nothing.
    Look,
    /// It may.
    Change,
}

/// An object whose methods are single operations, or were.
pub(super) struct Whole {
    object: Ref,
    /// The field that stands for it.
    place: u32,
    pub(super) is_modelled: bool,
}

/// The word that the VM adds to these objects (see `link::injected_words`), which says whether they are modelled; of other classes none,
/// derived ones among them.
fn modelled_word(vm: &Vm, object: Ref) -> Option<u32> {
    let class = vm.class_of(object);
    let known = &vm.known;
    let meeting = [known.hand_over(), known.transfer_queue(), known.exchanger(), known.phaser()];
    let collections = [known.concurrent_map(), known.linked_queue()];
    let mut known = collections.into_iter().chain(meeting);
    known.any(|known| std::ptr::eq(known, class)).then(|| object + class.words - 1)
}

/// One is being made.
pub(super) fn made(vm: &mut Vm, args: &[u64]) {
    if let Some(word) = modelled_word(vm, args[0] as Ref).filter(|_| vm.models_pools()) {
        vm.set(word, MODELLED);
    }
}

impl Whole {
    /// An object that is modelled, or was.
    pub(super) fn of(vm: &Vm, object: Ref, class: ClassRef, place: u32) -> Option<Whole> {
        let fits = object != 0 && std::ptr::eq(vm.class_of(object), class);
        let word = if fits { vm.get(modelled_word(vm, object)?) } else { 0 };
        (word != 0).then_some(Whole { object, place, is_modelled: word == MODELLED })
    }

    fn plan(&self, vm: &Vm, touch: Touch, act: Act) -> Option<Plan> {
        let field = field_at(vm, self.object, u64::from(self.place) * 8)?;
        let location = Location::Field { object: ObjectId(self.object), field: FieldId(field.id) };
        let kind = match touch {
            Touch::Look => Done::Read { location, access: AccessKind::Synchronised, value: None },
            Touch::Change => Done::Update { location, old: None, new: None, wrote: true },
        };
        let deeds = [None, None];
        Some(Plan { deeds, ..Plan::visible(self.object, kind, act) })
    }

    /// A method that is one operation.
    pub(super) fn operation(&self, vm: &Vm, touch: Touch) -> Option<Plan> {
        if self.is_modelled { self.plan(vm, touch, Act::Told) } else { self.look(vm) }
    }

    /// A method of an object that was given up.
    fn look(&self, vm: &Vm) -> Option<Plan> {
        if vm.has_looked() { None } else { self.plan(vm, Touch::Look, Act::Steps(None)) }
    }

    /// A method that is not modelled: the object is modelled no longer. Also while nobody else has it: an iterator may live on.
    pub(super) fn given_up(&self, vm: &Vm) -> Option<Plan> {
        if !self.is_modelled {
            return self.look(vm);
        }
        self.plan(vm, Touch::Change, Act::Steps(Some(modelled_word(vm, self.object)?)))
    }

    /// Something within an operation of its own that is to be seen in steps.
    pub(super) fn broken_off(&self, vm: &Vm) -> Option<Plan> {
        let within = !vm.is_asked() && vm.told_object() == Some(self.object);
        within.then(|| Plan::hidden(self.object, Act::BreakOff))
    }
}

/// Values whose text, `hashCode`, `equals` and `compareTo` the library makes by itself.
pub(super) const PLAIN: &[&str] = &[
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Double",
    "java/lang/Float",
];

/// Whether an object compares without code of the program's.
pub(super) fn is_plain(vm: &Vm, value: Ref) -> bool {
    if value == 0 {
        return true;
    }
    let class = vm.class_of(value);
    let inherits = |name: &str, descriptor: &str| {
        class.find_method(name, descriptor).is_some_and(|method| std::ptr::eq(method.class(), vm.known.object()))
    };
    let by_identity = || {
        inherits("hashCode", "()I")
            && inherits("equals", "(Ljava/lang/Object;)Z")
            && class.find_method("compareTo", "(Ljava/lang/Object;)I").is_none()
    };
    PLAIN.contains(&&*class.name) || class.is_subclass_of(vm.known.java_enum()) || by_identity()
}

impl Vm {
    /// The object of the operation that the running thread is in, if its parts show.
    pub(super) fn told_object(&self) -> Option<Ref> {
        let frame = (self.thread_word(T_ATOMIC) as u32).checked_sub(1).filter(|_| self.telling)?;
        self.frame_receiver(frame)
    }

    /// From now on, until this frame of its ends, the running thread does not stop, and what it does shows.
    pub(super) fn enter_told(&mut self, frame: u32) {
        self.enter_atomic(frame);
        (self.switching, self.telling) = (true, true);
    }

    /// Before a visible operation: whether it is part of the one that the running thread is in. Otherwise that is broken off.
    #[cold]
    pub(crate) fn is_told(&mut self) -> bool {
        if self.loose {
            self.break_off_atomic();
        }
        self.telling
    }

    /// The running thread stops inside an atomic call, if it is in one: the rest of the call is ordinary code, and the object is
    /// modelled no longer if the call would have shown.
    pub(crate) fn break_off_atomic(&mut self) {
        if let Some(word) = self.told_object().and_then(|object| modelled_word(self, object)) {
            self.set(word, GIVEN_UP);
        }
        self.leave_atomic();
    }

    /// At a cut.
    pub(crate) fn cut(&mut self, kind: u16) -> Option<Stop> {
        if kind == Cut::End as u16 {
            self.leave_atomic();
        } else if kind == Cut::Foreign as u16 {
            let called = self.get(self.sp - 2) as Ref;
            if called != 0 && !self.class_of(called).platform {
                self.leave_atomic();
            }
        } else if kind == Cut::Begin as u16 {
            return self.begin_section();
        } else {
            let here = self.telling && self.thread_word(T_ATOMIC) as u32 == self.frame + 1;
            self.loose = here && kind == Cut::Loose as u16;
        }
        None
    }

    /// In the midst of a method: an operation begins that lasts until the method ends.
    fn begin_section(&mut self) -> Option<Stop> {
        if self.thread_word(T_ATOMIC) != 0 {
            return None;
        }
        let plan = fork_join::section(self).filter(|plan| self.multi && self.is_shared(plan.subject))?;
        if plan.stops {
            if self.permits == 0 {
                return Some(Stop::Pending);
            }
            self.take_permit();
        }
        self.enter_told(self.frame);
        None
    }
}
