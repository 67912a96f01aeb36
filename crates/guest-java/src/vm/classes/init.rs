//! Class initialisation (JVMS 5.5). Its status is part of the state: a path that has not run an initialiser yet must run it.

use deadheat_event::Mark;

use crate::classfile::Constant;
use crate::vm::classes::class::{ClassRef, Kind, acc};
use crate::vm::classes::link::{MIRROR_FAILURE, MIRROR_STATUS};
use crate::vm::memory::layout::Ref;
use crate::vm::threads::thread::{F_INITIALIZER, F_RETRY, Region};
use crate::vm::threads::visible::initialiser;
use crate::vm::{Trap, Vm, VmResult};

/// Status: being initialised by thread `status - IN_PROGRESS`.
pub const IN_PROGRESS: u64 = 16;
/// Added to the status while the superclasses are initialised first.
pub const FOR_SUPERS: u64 = 1 << 32;
/// Status: initialised.
pub const DONE: u64 = 1;
/// Status: its initialiser failed.
pub const FAILED: u64 = 2;

impl Vm {
    /// Address of a class's status word.
    #[inline(always)]
    pub fn status_address(&self, class: ClassRef) -> u32 {
        class.mirror + self.known.mirror_words + MIRROR_STATUS
    }

    /// Whether code of the running thread may use the class without more ado.
    #[inline(always)]
    pub fn is_initialized(&self, class: ClassRef) -> bool {
        let status = self.get(self.status_address(class));
        status == DONE || status == IN_PROGRESS + u64::from(self.tid)
    }

    /// Whether using the class now begins an initialiser of the guest's: other threads can tell which one runs it, and when.
    pub fn begins_initializer(&self, class: ClassRef) -> bool {
        if class.loader == 0 || self.get(self.status_address(class)) != 0 {
            return false;
        }
        let own = class.initializer.is_some();
        own || class.super_class.is_some_and(|super_class| self.begins_initializer(super_class))
    }

    /// Makes sure that a class is initialised. `Err(Retry)` when its initialiser (or a superclass's) was pushed,
    /// `Err(Block)` when another thread is at it.
    pub fn initialize(&mut self, class: ClassRef) -> VmResult<()> {
        let address = self.status_address(class);
        let mine = IN_PROGRESS + u64::from(self.tid);
        match self.get(address) {
            DONE => return Ok(()),
            FAILED => return Err(self.failed_before(class)),
            0 => {
                self.mirror(class);
                self.link_for_use(class)?;
                self.set(address, mine | FOR_SUPERS);
            }
            status if status == mine => return Ok(()),
            // Asked for again: by the initialiser of a superclass, which is to see the class as it is, or because that
            // initialiser has ended.
            status if status == mine | FOR_SUPERS => {
                if self.supers_in_progress(class) {
                    return Ok(());
                }
            }
            _ => return Err(Trap::Block),
        }
        self.initialize_supers(class).inspect_err(|trap| {
            if matches!(trap, Trap::Raise(..) | Trap::Throw(_)) {
                self.set(address, FAILED);
            }
        })?;
        self.set_constant_fields(class)?;
        let Some(initializer) = class.initializer else {
            self.set(address, DONE);
            return Ok(());
        };
        self.set(address, mine);
        if let Err(trap) = self.push_frame(initializer, &[], F_INITIALIZER | F_RETRY) {
            self.set(address, 0);
            return Err(trap);
        }
        let from = self.switch_region(Region(class.id + 1));
        let frame = self.frame;
        self.set(frame + 2, u64::from(from.0) << 32);
        if class.loader == 0 {
            // When the platform's classes are initialised is an accident of the path, and what they do then is no guest's
            // business.
            self.try_enter_atomic();
        } else {
            self.mark(Mark::InitBegin(initialiser(class)));
        }
        Err(Trap::Retry)
    }

    fn initialize_supers(&mut self, class: ClassRef) -> VmResult<()> {
        if class.is_interface() {
            return Ok(());
        }
        if let Some(super_class) = class.super_class
            && !self.is_initialized(super_class)
        {
            self.initialize(super_class)?;
        }
        // Interfaces with default methods are initialised with the class (JLS 12.4.1).
        for interface in self.interfaces_to_initialize(class) {
            self.initialize(interface)?;
        }
        Ok(())
    }

    /// Whether this thread is in the initialiser of a superclass or interface of the class.
    fn supers_in_progress(&self, class: ClassRef) -> bool {
        let mine = IN_PROGRESS + u64::from(self.tid);
        let supers = class.supers.iter().filter(|id| **id != class.id).chain(&class.all_interfaces);
        supers.into_iter().any(|id| self.get(self.status_address(self.class(*id))) == mine)
    }

    /// The error for a class whose initialiser failed before, with that failure as its cause.
    fn failed_before(&mut self, class: ClassRef) -> Trap {
        let message = format!("Could not initialize class {}", class.java_name());
        let failure = self.get(class.mirror + self.known.mirror_words + MIRROR_FAILURE);
        let trap = self.materialize(Trap::Raise("java/lang/NoClassDefFoundError", message));
        if let (Trap::Throw(error), true) = (&trap, failure != 0) {
            self.set(*error + self.known.throwable_cause, failure);
        }
        trap
    }

    fn interfaces_to_initialize(&self, class: ClassRef) -> Vec<ClassRef> {
        class
            .all_interfaces
            .iter()
            .map(|id| self.class(*id))
            .filter(|i| i.initializer.is_some() && !self.is_initialized(i))
            .filter(|i| i.methods.iter().any(|m| m.access & (acc::STATIC | acc::ABSTRACT) == 0))
            .collect()
    }

    fn set_constant_fields(&mut self, class: ClassRef) -> VmResult<()> {
        let Some(file) = &class.file else { return Ok(()) };
        for (info, field) in file.fields.iter().zip(&class.fields) {
            if info.constant_value == 0 || !field.is_static() {
                continue;
            }
            let value = match file.constant(info.constant_value) {
                Some(Constant::Integer(value)) => u64::from(*value as u32),
                Some(Constant::Float(value)) => u64::from(value.to_bits()),
                Some(Constant::Long(value)) => *value as u64,
                Some(Constant::Double(value)) => value.to_bits(),
                Some(Constant::String(_)) if field.kind == Kind::Reference => {
                    u64::from(self.string_constant(class, info.constant_value)?)
                }
                _ => continue,
            };
            self.set(field.place, value);
        }
        Ok(())
    }

    /// Ends an initialiser's frame, which returned or died of an exception.
    pub fn finish_initializer(&mut self, frame: u32, failure: Option<Ref>) -> VmResult<()> {
        let class = self.frame_method(frame).class();
        let from = Region((self.get(frame + 2) >> 32) as u32);
        self.switch_region(from);
        if class.loader != 0 {
            self.mark(Mark::InitEnd(initialiser(class)));
        }
        let address = self.status_address(class);
        let Some(exception) = failure else {
            self.set(address, DONE);
            return Ok(());
        };
        self.set(address, FAILED);
        let record = self.record_failure(exception)?;
        self.set_ref_field(class.mirror, self.known.mirror_words + MIRROR_FAILURE, record);
        // Subclasses whose initialisation had asked for this one fail with it.
        let waiting = (IN_PROGRESS + u64::from(self.tid)) | FOR_SUPERS;
        for other in self.classes.clone().iter() {
            let address = self.status_address(other);
            if self.get(address) == waiting && other.is_subclass_of(class) {
                self.set(address, FAILED);
                self.set_ref_field(other.mirror, self.known.mirror_words + MIRROR_FAILURE, record);
            }
        }
        Ok(())
    }

    /// What later errors name as their cause: the failure in words, with its stack.
    fn record_failure(&mut self, exception: Ref) -> VmResult<Ref> {
        let thread = self.ref_field(self.current_thread(), self.known.thread_name);
        let (what, thread) = (self.describe_exception(exception), self.string(thread));
        let what = match what.split_once(": ") {
            Some((class, message)) => format!("Exception {class}: {message} [in thread \"{thread}\"]"),
            None => format!("Exception {what} [in thread \"{thread}\"]"),
        };
        let class = self.load_boot("java/lang/ExceptionInInitializerError")?;
        let record = self.make_exception(class, &what)?;
        for offset in [self.known.throwable_backtrace, self.known.throwable_depth] {
            let word = self.field(exception, offset);
            self.set(record + offset, word);
        }
        self.set(record + self.known.throwable_cause, 0);
        Ok(record)
    }
}
