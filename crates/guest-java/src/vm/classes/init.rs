//! Class initialisation (JVMS 5.5). Its status is part of the state: a path that has not run an initialiser yet must run it.
//!
//! A class comes after its superclass and the interfaces above it that have default methods, and each of these may have an
//! initialiser: Java code, which is pushed as a frame, so that the initialisation of the class that asked for it (its *heir*) goes on
//! only when that frame has ended. What stands between is in the mirrors: who asked (`MIRROR_HEIR`), and whether it is time to go on
//! (`RESUME`). While an initialiser runs, all classes that wait for it are simply in progress, and code that it calls may use them as they
//! are; when it has ended they are to be resumed, by the instruction that asked for the first of them and runs again. Nothing else
//! runs on the thread in between, so a request for a class that is to be resumed is never a recursive one.

use deadheat_event::Mark;

use crate::classfile::Constant;
use crate::vm::classes::class::{ClassRef, Kind, acc};
use crate::vm::classes::link::{MIRROR_FAILURE, MIRROR_HEIR, MIRROR_STATUS};
use crate::vm::memory::layout::Ref;
use crate::vm::threads::thread::{F_INITIALIZER, F_RETRY, Region};
use crate::vm::threads::visible::initialiser;
use crate::vm::{Trap, Vm, VmResult};

/// Status: being initialised by thread `status - IN_PROGRESS`.
const IN_PROGRESS: u64 = 16;
/// Added to the status while what must come first is looked at, and no initialiser runs for it.
const RESUME: u64 = 1 << 32;
/// Status: initialised.
pub const DONE: u64 = 1;
/// Status: its initialiser failed.
const FAILED: u64 = 2;

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
        if class.platform || self.get(self.status_address(class)) != 0 {
            return false;
        }
        class.initializer.is_some() || comes_first(class).into_iter().any(|above| self.begins_initializer(above))
    }

    /// The class that a thread which needs `class` must wait for, and the thread that initialises it.
    pub fn awaited_initializer(&self, tid: u32, class: ClassRef) -> Option<(ClassRef, u32)> {
        let mine = IN_PROGRESS + u64::from(tid);
        let status = self.get(self.status_address(class));
        if status < IN_PROGRESS || status == mine {
            return None;
        }
        if status != mine | RESUME {
            return Some((class, ((status & !RESUME) - IN_PROGRESS) as u32));
        }
        let is_settled = |above: &ClassRef| {
            let status = self.get(self.status_address(above));
            status == DONE || status == mine
        };
        let next = comes_first(class).into_iter().find(|above| !is_settled(above))?;
        self.awaited_initializer(tid, next)
    }

    /// Makes sure that a class is initialised. `Err(Retry)` when its initialiser (or one above it) was pushed,
    /// `Err(Block)` when another thread is at it.
    pub fn initialize(&mut self, class: ClassRef) -> VmResult<()> {
        self.initialize_for(class, None)
    }

    fn initialize_for(&mut self, class: ClassRef, heir: Option<ClassRef>) -> VmResult<()> {
        let address = self.status_address(class);
        let mine = IN_PROGRESS + u64::from(self.tid);
        match self.get(address) {
            DONE => return Ok(()),
            FAILED => return Err(self.failed_before(class)),
            0 => {
                self.mirror(class);
                self.link_for_use(class)?;
                // Before anything runs: who uses the class meanwhile sees its constants.
                self.set_constant_fields(class)?;
                self.set(address, mine | RESUME);
                self.set_heir(class, heir);
            }
            status if status == mine => return Ok(()),
            status if status == mine | RESUME => {}
            _ => return Err(Trap::Block),
        }
        let first = comes_first(class).into_iter().try_for_each(|above| self.initialize_for(above, Some(class)));
        if let Err(trap) = first {
            return Err(self.fail_with(class, trap));
        }
        let Some(initializer) = class.initializer else {
            self.set(address, DONE);
            self.set_heir(class, None);
            return Ok(());
        };
        if let Err(trap) = self.push_frame(initializer, &[], F_INITIALIZER | F_RETRY) {
            return Err(self.fail_with(class, trap));
        }
        self.set(address, mine);
        for waiting in self.heirs(class) {
            self.set(self.status_address(waiting), mine);
        }
        let from = self.switch_region(Region(class.id + 1));
        let frame = self.frame;
        self.set(frame + 2, u64::from(from.0) << 32);
        if class.platform {
            // When the platform's classes are initialised is an accident of the path, and what they do then is no guest's
            // business.
            self.try_enter_atomic();
        } else {
            self.mark(Mark::InitBegin(initialiser(class)));
        }
        Err(Trap::Retry)
    }

    fn set_heir(&mut self, class: ClassRef, heir: Option<ClassRef>) {
        let heir = heir.map_or(0, |heir| u64::from(heir.id) + 1);
        self.set(class.mirror + self.known.mirror_words + MIRROR_HEIR, heir);
    }

    /// The classes whose initialisation waits for this one's, nearest first.
    fn heirs(&self, class: ClassRef) -> Vec<ClassRef> {
        let next = |class: ClassRef| {
            let heir = self.get(class.mirror + self.known.mirror_words + MIRROR_HEIR) as u32;
            heir.checked_sub(1).map(|id| self.class(id))
        };
        std::iter::successors(next(class), |class| next(class)).collect()
    }

    /// An initialisation that is given up because of a trap, if that is an exception.
    fn fail_with(&mut self, class: ClassRef, trap: Trap) -> Trap {
        if !matches!(trap, Trap::Raise(..) | Trap::Throw(_)) {
            return trap;
        }
        if class.platform {
            // When the platform's classes are initialised is an accident, and so is a stack that is too small for it.
            self.set(self.status_address(class), 0);
            self.set_heir(class, None);
            return trap;
        }
        let trap = self.materialize(trap);
        let Trap::Throw(exception) = trap else { return trap };
        self.set_heir(class, None);
        match self.record_failure(exception) {
            Ok(record) => self.set_failed(class, record),
            Err(trap) => return trap,
        }
        Trap::Throw(exception)
    }

    fn set_failed(&mut self, class: ClassRef, record: Ref) {
        self.set(self.status_address(class), FAILED);
        self.set_ref_field(class.mirror, self.known.mirror_words + MIRROR_FAILURE, record);
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
        if !class.platform {
            self.mark(Mark::InitEnd(initialiser(class)));
        }
        if let Some(exception) = failure {
            let record = self.record_failure(exception)?;
            self.set_failed(class, record);
            return Ok(());
        }
        self.set(self.status_address(class), DONE);
        for heir in self.heirs(class) {
            self.set(self.status_address(heir), (IN_PROGRESS + u64::from(self.tid)) | RESUME);
        }
        self.set_heir(class, None);
        Ok(())
    }

    /// Classes whose initialisation had asked for that of a class that failed fail with what was thrown for it.
    pub fn fail_heirs(&mut self, class: ClassRef, exception: Ref) -> VmResult<()> {
        let heirs = self.heirs(class);
        self.set_heir(class, None);
        if heirs.is_empty() {
            return Ok(());
        }
        let record = self.record_failure(exception)?;
        for heir in heirs {
            self.set_heir(heir, None);
            self.set_failed(heir, record);
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

/// What is initialised before a class, in order: its superclass, then the interfaces with default methods that it has directly or through others,
/// the ones above first. Those that have no initialiser need none. An interface needs nothing before it.
fn comes_first(class: ClassRef) -> Vec<ClassRef> {
    let mut found = Vec::new();
    if !class.is_interface() {
        found.extend(class.super_class);
        class.interfaces.iter().for_each(|interface| add_interfaces(interface, &mut found));
    }
    found
}

fn add_interfaces(interface: ClassRef, found: &mut Vec<ClassRef>) {
    interface.interfaces.iter().for_each(|above| add_interfaces(above, found));
    let has_default = || interface.methods.iter().any(|m| m.access & (acc::STATIC | acc::ABSTRACT) == 0);
    let is_known = found.iter().any(|other| std::ptr::eq(*other, interface));
    if interface.initializer.is_some() && !is_known && has_default() {
        found.push(interface);
    }
}
