//! One machine: the arena with the guest's state, and caches of the shared tables.

pub(crate) mod agents;
mod alike;
pub(crate) mod blind_spots;
pub(crate) mod boot;
pub mod classes;
pub(crate) mod config;
mod context;
mod exec;
mod gaps;
pub mod harness;
mod holders;
mod invoke;
mod juc;
mod launch;
pub(crate) mod machine;
pub mod memory;
mod natives;
mod reach;
mod registry;
mod threads;

use std::sync::Arc;

use crate::classpath::ClassPath;
use crate::classpath::jimage::JImage;
use crate::host::Host;
use crate::vm::classes::class::{Class, ClassRef, Field, FieldRef, Method, MethodRef};
use crate::vm::classes::known::Known;
use crate::vm::config::Config;
use crate::vm::memory::arena::Arena;
use crate::vm::memory::layout::{self, Ref};
use crate::vm::memory::table::Table;
use crate::vm::registry::Registry;
use crate::vm::threads::visible::ObserverPointer;

/// Why an instruction or a native did not simply complete.
#[derive(Debug)]
pub enum Trap {
    /// An exception object is to be thrown.
    Throw(Ref),
    /// An exception of this class is to be made and thrown.
    Raise(&'static str, String),
    /// Frames were pushed; the same instruction runs again when they are done.
    Retry,
    /// A method is to be called; the native goes on in its next phase with the result on its stack.
    Call(MethodRef, Vec<u64>),
    /// The thread cannot go on now; the same instruction runs again when it can.
    Block,
    /// The guest ends with this code.
    Exit(i32),
    /// A fault of ours.
    Internal(String),
}

/// What natives and slow paths answer.
pub type VmResult<T> = Result<T, Trap>;

/// Shorthand for [`Trap::Raise`].
pub fn raise<T>(class: &'static str, message: impl Into<String>) -> VmResult<T> {
    Err(Trap::Raise(class, message.into()))
}

/// The parts of a guest that never change, shared by all its machines.
pub struct Shared {
    /// Linked classes and names.
    pub registry: Registry,
    /// The JDK's classes.
    pub image: JImage,
    /// The guest's classes.
    pub class_path: ClassPath,
    /// The guest's modules.
    pub modules: ClassPath,
    /// What agents add to the boot loader's classes.
    pub boot_path: ClassPath,
    /// Options.
    pub config: Config,
    /// Threads that may change places.
    pub(crate) alike: alike::Alike,
    /// Java version of the JDK: 17, 21.
    pub feature_version: u32,
    /// Where fork/join pools and tasks keep what operations on them depend on, once the guest has come by one.
    pub(crate) fork_join: std::sync::OnceLock<juc::ForkJoin>,
    /// The call graph, as of the last time that it was asked for.
    pub(crate) graph: std::sync::Mutex<Option<Arc<crate::vm::reach::Graph>>>,
}

/// A Java virtual machine whose whole guest state is in `arena`.
pub struct Vm {
    /// The guest's state.
    pub arena: Arena,
    /// What it shares with other machines.
    pub shared: Arc<Shared>,
    /// Classes, fields and offsets that the VM itself uses.
    pub known: Known,
    /// What the guest sees of the outside world.
    pub host: Host,

    // The registry's tables, without its lock.
    pub(crate) classes: Table<Class>,
    pub(crate) methods: Table<Method>,
    pub(crate) fields: Table<Field>,
    /// Classes of what calls through method handles return, by class id and constant.
    pub(crate) results: rustc_hash::FxHashMap<(u32, u16), Option<ClassRef>>,
    /// What the call that is being made returns is to be looked at.
    pub(crate) compares_result: bool,
    pub(crate) shapes: Vec<&'static [crate::vm::classes::class::Kind]>,
    pub(crate) accesses: Vec<&'static crate::vm::invoke::AccessSite>,
    pub(crate) recipes: rustc_hash::FxHashMap<u32, &'static crate::vm::invoke::Recipe>,

    // The running thread's registers, valid outside the interpreter's loop.
    /// The running thread.
    pub tid: u32,
    /// Its top frame's header.
    pub frame: u32,
    /// Its stack pointer: the first free word.
    pub sp: u32,
    /// Its next instruction.
    pub pc: u32,
    /// Frames made so far, and threads switched to: no part of the state, see [`Vm::stack_mark`](deadheat_event::Context::stack_mark).
    pub(crate) calls: u64,
    /// Which of all watches is the present one.
    pub(crate) watch: u64,
    /// End of its stack.
    pub stack_end: u32,

    // Allocation registers: the running thread's, or those of the class whose initialiser it runs.
    pub(crate) bump: u32,
    pub(crate) bump_end: u32,
    pub(crate) heap_used: u64,
    pub(crate) gc: crate::vm::memory::collect::Collector,

    /// Visible operations that the running thread may still do.
    pub permits: u64,
    /// Set when the running thread yields: the permits that it gives up for it.
    pub(crate) yielded: Option<u64>,
    /// Backward jumps and calls left before the step is cut.
    pub fuel: u64,
    /// The rest of the step's fuel, which is used when that is gone.
    pub fuel_rest: u64,
    /// Fuel used since the clock on the wall was looked at.
    pub since_look: u64,
    /// Natives called so far.
    pub natives: u32,
    /// Visible operations that the running thread may not do any more, because time is over.
    pub forfeited: u64,
    /// Whether visible operations stop: more than one thread, and not inside an atomic call.
    pub switching: bool,
    /// Inside an operation whose steps show, each by itself (`juc::told`): they do not stop.
    pub telling: bool,
    /// Inside such an operation, and in code that is not the library's: where that comes to a visible operation, it ends.
    pub loose: bool,
    /// More than one thread was ever started.
    pub multi: bool,
    /// Whether every thread is taken to have ended, while it is looked what one does that waits for others: see `alike::joins`.
    pub(crate) all_have_ended: bool,
    /// Events are wanted.
    pub observing: bool,
    /// What watches the present step.
    pub(crate) watcher: Option<ObserverPointer>,
    /// Events on this path so far: the number of the next one.
    pub(crate) events: u64,
    /// Steps begun on this path so far.
    pub(crate) steps: u64,

    /// The library is up, and the guest's own part begins.
    pub(crate) launched: bool,
    /// The class whose `main` is run.
    pub(crate) main_class: Option<ClassRef>,
    /// Its `main`.
    pub(crate) main_method: Option<MethodRef>,
    /// The system class loader, once booted.
    pub app_loader: Ref,
    /// The platform class loader, once booted.
    pub platform_loader: Ref,
    /// Classes being loaded on this thread of control, to see cycles.
    pub(crate) loading: Vec<(Ref, Arc<str>)>,
    /// What the last bottom frame returned.
    pub(crate) result: u64,
    /// The waiter that the scheduler has picked for the next `notify`.
    pub(crate) chosen_waiter: Option<u32>,
    /// The value that the scheduler has picked for the next `Choose`.
    pub(crate) chosen_value: Option<u32>,
    /// The thread (and its frame) that a pending function is asked about, when it is not the running one.
    pub(crate) asked: std::cell::Cell<Option<(u32, u32)>>,
    /// Where each thread stands: kept, so no part of the state.
    pub(crate) standing: std::cell::RefCell<crate::vm::threads::standing::Standing>,
    /// Whether the answer to where a thread stands needs more than words.
    pub(crate) is_unsteady: std::cell::Cell<bool>,
    /// Steps made and states restored.
    pub(crate) moves: u64,
    /// The native that runs, where it can be noticed: what it has declared is compared with what it uses.
    pub(crate) doing: std::cell::Cell<Option<crate::vm::blind_spots::Doing>>,
    /// What the present step has declared so far, where that is looked after.
    pub(crate) declared: Vec<deadheat_event::Location>,
    /// Whether memory was collected in the present step, where that is looked after.
    pub(crate) collected: bool,
    /// Where bare locks were made: only names, so no part of the state.
    pub(crate) made: rustc_hash::FxHashMap<Ref, deadheat_event::SiteId>,
    /// The block of raw memory, and its end, that was found last: only a memory of the registry's tables, so no part of the state.
    pub(crate) last_block: std::cell::Cell<(u32, u32)>,
    /// What leads to places that were asked about: a function of the classes, so no part of the state.
    pub(crate) chops: std::cell::RefCell<Vec<crate::vm::reach::Chop>>,
}

impl Vm {
    /// A machine with empty memory; `boot` brings it up.
    pub fn new(shared: Arc<Shared>) -> std::io::Result<Vm> {
        let host = Host::new(&shared.config);
        let tables = shared.registry.lock();
        let (classes, methods, fields) = (tables.classes.clone(), tables.methods.clone(), tables.fields.clone());
        let mut arena = Arena::new()?;
        arena.set_extent(tables.extent.clone());
        drop(tables);
        Ok(Vm {
            arena,
            shared,
            known: Known::default(),
            host,
            classes,
            methods,
            fields,
            results: rustc_hash::FxHashMap::default(),
            compares_result: false,
            shapes: Vec::new(),
            accesses: Vec::new(),
            recipes: rustc_hash::FxHashMap::default(),
            tid: 0,
            frame: 0,
            sp: 0,
            pc: 0,
            calls: 0,
            watch: 0,
            stack_end: 0,
            bump: 0,
            bump_end: 0,
            heap_used: 0,
            gc: crate::vm::memory::collect::Collector::default(),
            permits: u64::MAX,
            yielded: None,
            fuel: u64::MAX,
            fuel_rest: 0,
            since_look: 0,
            natives: 0,
            forfeited: 0,
            switching: false,
            telling: false,
            loose: false,
            multi: false,
            all_have_ended: false,
            observing: false,
            watcher: None,
            events: 0,
            steps: 0,
            launched: false,
            main_class: None,
            main_method: None,
            app_loader: 0,
            platform_loader: 0,
            loading: Vec::new(),
            result: 0,
            chosen_waiter: None,
            chosen_value: None,
            asked: std::cell::Cell::new(None),
            standing: std::cell::RefCell::default(),
            is_unsteady: std::cell::Cell::new(false),
            moves: 0,
            doing: std::cell::Cell::new(None),
            declared: Vec::new(),
            collected: false,
            made: rustc_hash::FxHashMap::default(),
            last_block: std::cell::Cell::default(),
            chops: std::cell::RefCell::default(),
        })
    }

    /// A second machine with the same memory; the host side starts empty.
    pub(crate) fn fork(&self) -> std::io::Result<Vm> {
        let mut vm = Vm::new(self.shared.clone())?;
        vm.arena = self.arena.fork()?;
        vm.known = self.known.clone();
        vm.heap_used = self.heap_used;
        vm.launched = self.launched;
        vm.main_class = self.main_class;
        vm.main_method = self.main_method;
        vm.app_loader = self.app_loader;
        vm.platform_loader = self.platform_loader;
        Ok(vm)
    }

    /// The class with this id.
    #[inline]
    pub fn class(&self, id: u32) -> ClassRef {
        self.classes.get(id as usize).unwrap_or_else(|| self.known.object())
    }

    /// The class of an object.
    #[inline]
    pub fn class_of(&self, object: Ref) -> ClassRef {
        self.class((self.arena.get(object) & layout::CLASS_MASK) as u32)
    }

    /// The method with this id.
    #[inline]
    pub fn method(&self, id: u32) -> MethodRef {
        self.methods.get(id as usize).expect("a method id is published after its method")
    }

    /// The field with this id.
    #[inline]
    pub fn field_of(&self, id: u32) -> FieldRef {
        self.fields.get(id as usize).expect("a field id is published after its field")
    }

    /// The running thread stops at its next visible operation whatever permits it has.
    pub fn yield_now(&mut self) {
        self.yielded = Some(self.yielded.unwrap_or(0) + self.permits);
        self.permits = 0;
    }

    /// Reads a word.
    #[inline(always)]
    pub fn get(&self, address: u32) -> u64 {
        self.arena.get(address)
    }

    /// Writes a word.
    #[inline(always)]
    pub fn set(&mut self, address: u32, value: u64) {
        self.arena.set(address, value);
    }

    /// Reads an instance field by its offset in words.
    #[inline(always)]
    pub fn field(&self, object: Ref, offset: u32) -> u64 {
        self.audit_field(object, offset);
        self.arena.get(object + offset)
    }

    /// Reads a reference field.
    #[inline(always)]
    pub fn ref_field(&self, object: Ref, offset: u32) -> Ref {
        self.audit_field(object, offset);
        self.arena.get(object + offset) as Ref
    }

    /// Writes an instance field, publishing a reference if the object is shared.
    pub fn set_ref_field(&mut self, object: Ref, offset: u32, value: Ref) {
        self.audit_field(object, offset);
        self.publish_into(object, value);
        self.arena.set(object + offset, u64::from(value));
    }

    /// Length of an array.
    #[inline(always)]
    pub fn array_len(&self, array: Ref) -> u32 {
        (self.arena.get(array) >> 32) as u32
    }

    /// Element of an array of references.
    #[inline(always)]
    pub fn array_ref(&self, array: Ref, index: u32) -> Ref {
        self.audit_elements(array);
        self.arena.get(array + layout::HEADER + index) as Ref
    }

    /// Stores into an array of references.
    pub fn set_array_ref(&mut self, array: Ref, index: u32, value: Ref) {
        self.audit_elements(array);
        self.publish_into(array, value);
        self.arena.set(array + layout::HEADER + index, u64::from(value));
    }

    /// The bytes of a primitive array.
    pub fn array_bytes(&self, array: Ref) -> &[u8] {
        self.audit_elements(array);
        let crate::vm::classes::class::Shape::Array(kind, _) = self.class_of(array).shape else { return &[] };
        self.arena.slice(array + layout::HEADER, (self.array_len(array) as usize) << kind.shift())
    }
}
