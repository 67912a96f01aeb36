//! Making exceptions, filling in their stack traces, and finding their handlers.

use deadheat_event::Mark;

use crate::vm::classes::class::{ClassRef, Kind, MethodRef, Shape, acc};
use crate::vm::classes::known;
use crate::vm::memory::layout::{HEADER, Ref};
use crate::vm::threads::thread::{F_ATOMIC, F_BLOCK, F_BOTTOM, F_INITIALIZER, F_NATIVE_CALL, F_SYNCHRONIZED};
use crate::vm::{Trap, Vm, VmResult};

/// Frames kept in a stack trace, as HotSpot's `MaxJavaStackTraceDepth`.
const MAX_TRACE: usize = 1024;

/// See [`Vm::caught`].
pub const CAUGHT: u32 = 1 << 31;

impl Vm {
    /// In a native that catches: the exception that its call threw, if it did.
    pub fn caught(&self) -> Option<Ref> {
        let word = self.get(self.frame + 2) >> 32;
        (word as u32 & CAUGHT != 0).then(|| self.call_result() as Ref)
    }

    /// Makes an exception object without running its constructor: what the VM throws by itself.
    pub fn make_exception(&mut self, class: ClassRef, message: &str) -> VmResult<Ref> {
        if !self.is_initialized(class) && class.initializer.is_none() {
            match self.initialize(class) {
                Ok(()) => {}
                Err(Trap::Retry) => return Err(Trap::Retry),
                Err(_) => {}
            }
        }
        let exception = self.new_object(class)?;
        if &*class.name == "java/lang/NullPointerException" {
            // Its constructor would say that a helpful message can be computed from the trace.
            let state = known::instance_field(class, "extendedMessageState")?;
            self.set(exception + state.place, 1);
        }
        if !message.is_empty() {
            let text = self.new_string(message)?;
            self.set(exception + self.known.throwable_message, u64::from(text));
        }
        let throwable = self.known.throwable();
        self.set(exception + self.known.throwable_cause, u64::from(exception));
        let trace = self.get(known::static_field(throwable, "UNASSIGNED_STACK")?.place);
        self.set(exception + self.known.throwable_trace, trace);
        let suppressed = self.get(known::static_field(throwable, "SUPPRESSED_SENTINEL")?.place);
        self.set(exception + self.known.throwable_suppressed, suppressed);
        self.fill_in_stack_trace(exception)?;
        Ok(exception)
    }

    /// Turns a trap that raises by name into one that throws an object.
    pub fn materialize(&mut self, trap: Trap) -> Trap {
        let Trap::Raise(name, message) = trap else { return trap };
        let made = self.load_boot(name).and_then(|class| self.make_exception(class, &message));
        match made {
            Ok(exception) => Trap::Throw(exception),
            Err(Trap::Raise(again, _)) if again == "java/lang/OutOfMemoryError" => self.reserve_exception(again),
            Err(Trap::Raise(again, message)) if again != name => self.materialize(Trap::Raise(again, message)),
            Err(Trap::Raise(again, message)) => Trap::Internal(format!("cannot make a {again}: {message}")),
            Err(other) => other,
        }
    }

    /// Memory is used up, and the exception is made all the same: the limit is ours, not the machine's.
    fn reserve_exception(&mut self, name: &'static str) -> Trap {
        self.gc.unlimited = true;
        let made = self.load_boot(name).and_then(|class| self.make_exception(class, "Java heap space"));
        self.gc.unlimited = false;
        match made {
            Ok(exception) => Trap::Throw(exception),
            Err(_) => Trap::Internal("out of memory while throwing OutOfMemoryError".into()),
        }
    }

    /// Records the running thread's stack in a `Throwable`: an array of method id and instruction, outermost last.
    pub fn fill_in_stack_trace(&mut self, exception: Ref) -> VmResult<()> {
        let class = self.class_of(exception);
        let mut trace = Vec::new();
        let mut in_construction = true;
        for (frame, pc) in self.frames(self.tid) {
            let method = self.frame_method(frame);
            if in_construction {
                // Leave out fillInStackTrace itself and the constructors of the exception.
                let filling = &*method.name == "fillInStackTrace";
                let constructing = &*method.name == "<init>" && class.is_subclass_of(method.class());
                if filling || constructing {
                    continue;
                }
                in_construction = false;
            }
            if method.hidden {
                continue;
            }
            trace.push(u64::from(method.id) << 32 | u64::from(pc));
            if trace.len() == MAX_TRACE {
                break;
            }
        }
        let array = self.new_primitive_array(Kind::Long, trace.len())?;
        for (i, entry) in (0u32..).zip(&trace) {
            self.set(array + HEADER + i, *entry);
        }
        self.set_ref_field(exception, self.known.throwable_backtrace, array);
        self.set(exception + self.known.throwable_depth, trace.len() as u64);
        let unassigned = self.get(known::static_field(self.known.throwable(), "UNASSIGNED_STACK")?.place);
        self.set(exception + self.known.throwable_trace, unassigned);
        Ok(())
    }

    /// The recorded frames of an exception: method and instruction.
    pub fn backtrace(&self, exception: Ref) -> Vec<(MethodRef, u32)> {
        self.backtrace_in(self.ref_field(exception, self.known.throwable_backtrace))
    }

    /// The frames in the `backtrace` of a throwable.
    pub fn backtrace_in(&self, array: Ref) -> Vec<(MethodRef, u32)> {
        // The field is of type `Object`, and a guest can write to it.
        if array == 0 || !matches!(self.class_of(array).shape, Shape::Array(Kind::Long, _)) {
            return Vec::new();
        }
        (0..self.array_len(array))
            .map(|i| self.get(array + HEADER + i))
            .filter_map(|entry| Some((self.methods.get((entry >> 32) as usize)?, entry as u32)))
            .collect()
    }

    /// Unwinds the running thread to the handler of `exception`. `Some` is what the thread dies of when no frame is left.
    pub fn unwind(&mut self, mut exception: Ref) -> VmResult<Option<Ref>> {
        loop {
            let frame = self.frame;
            let method = self.frame_method(frame);
            let code = self.code(method)?;
            if let Some(target) = self.find_handler(method, self.pc, exception) {
                self.pc = target;
                self.sp = frame + crate::vm::exec::code::FRAME_HEADER;
                self.arena.touch_range(frame - code.locals, code.frame_words);
                let sp = self.sp;
                self.set(sp, u64::from(exception));
                self.sp += 1;
                return Ok(None);
            }
            let flags = self.frame_flags(frame);
            if flags & F_BLOCK != 0 {
                self.mark(Mark::AtomicEnd);
            }
            if flags & F_SYNCHRONIZED != 0 {
                let object = self.get(frame + 2) as Ref;
                let _ = self.release_monitor(object);
            }
            if flags & F_ATOMIC != 0 {
                self.end_atomic();
            }
            if flags & F_INITIALIZER != 0 {
                self.finish_initializer(frame, Some(exception))?;
            }
            self.sp = frame - code.locals;
            let (caller, pc) = self.caller(frame);
            self.frame = caller;
            // Behind a call the pc is one too far for the handler table; behind a retried instruction it is right.
            let retried = flags & crate::vm::threads::thread::F_RETRY != 0;
            self.pc = if retried || flags & F_BOTTOM != 0 { pc } else { pc.saturating_sub(1) };
            if flags & F_INITIALIZER != 0 {
                // Only now, because the trace of the error begins where the class was asked for.
                exception = self.wrap_initializer_failure(exception)?;
                self.fail_heirs(method.class(), exception)?;
            }
            if caller == 0 {
                return Ok(Some(exception));
            }
            if flags & F_NATIVE_CALL != 0 && self.frame_method(caller).native.is_some_and(|n| n.catches) {
                // The native is entered again and finds the exception in place of a result.
                self.set(caller + crate::vm::exec::code::FRAME_HEADER, u64::from(exception));
                self.pc = pc;
                self.set_phase(self.phase() | CAUGHT);
                return Ok(None);
            }
        }
    }

    fn find_handler(&self, method: MethodRef, pc: u32, exception: Ref) -> Option<u32> {
        let code = method.code.get()?;
        code.handlers
            .iter()
            .find(|h| {
                h.start <= pc && pc < h.end && (h.catch == 0 || self.catches(method.code_class(), h.catch, exception))
            })
            .map(|h| h.target)
    }

    /// Whether a catch clause takes an exception: by name along the superclasses, so that no class need be loaded for it. A class
    /// of that name must be what the catching class's loader means by it; verification has made sure that it means something.
    fn catches(&self, from: ClassRef, catch: u16, exception: Ref) -> bool {
        let Some(name) = from.file.as_ref().and_then(|file| file.class_name(catch)) else { return false };
        let mut class = Some(self.class_of(exception));
        while let Some(c) = class {
            if c.name == *name {
                // No two of the built-in loaders define classes of the same name.
                let agreed = c.loader == from.loader || (self.is_built_in(c.loader) && self.is_built_in(from.loader));
                return agreed || self.loaded(name, from.loader).is_some_and(|meant| std::ptr::eq(meant, c));
            }
            class = c.super_class;
        }
        false
    }

    /// An exception out of a static initialiser becomes an `ExceptionInInitializerError`, unless it is an Error.
    fn wrap_initializer_failure(&mut self, exception: Ref) -> VmResult<Ref> {
        let error = self.load_boot("java/lang/Error")?;
        if self.class_of(exception).is_subclass_of(error) {
            return Ok(exception);
        }
        let class = self.load_boot("java/lang/ExceptionInInitializerError")?;
        let wrapped = self.make_exception(class, "")?;
        self.set(wrapped + self.known.throwable_cause, u64::from(exception));
        if let Some(field) = class.field_named("exception") {
            self.set(wrapped + field.place, u64::from(exception));
        }
        Ok(wrapped)
    }

    /// `Class.method(File.java:12)`, as stack traces show a frame.
    pub fn describe_frame(&self, method: MethodRef, pc: u32) -> String {
        let class = method.class();
        let place = if method.access & acc::NATIVE != 0 {
            "Native Method".to_string()
        } else {
            match (method.code_class().file.as_ref().and_then(|f| f.source_file.as_ref()), method.line(pc)) {
                (Some(file), Some(line)) => format!("{file}:{line}"),
                (Some(file), None) => file.to_string(),
                _ => "Unknown Source".to_string(),
            }
        };
        format!("{}.{}({place})", class.java_name(), method.name)
    }
}
