//! Calling natives: the visible-operation protocol before the call, and what a native keeps between its phases.

use deadheat_event::{Done, Location};
use deadheat_machine::NeedKind;

use crate::vm::blind_spots::{self, Doing};
use crate::vm::classes::class::{Kind, MethodRef};
use crate::vm::exec::code::FRAME_HEADER;
use crate::vm::exec::interp::Stop;
use crate::vm::memory::layout::{ARRAY, Ref};
use crate::vm::threads::thread::F_NATIVE_CALL;
use crate::vm::{Trap, Vm, VmResult};

/// Why a native has no result.
pub(crate) enum NativeStop {
    /// An exception, or something to be done first.
    Trap(Trap),
    /// The thread stops before the native.
    Stop(Stop),
}

impl Vm {
    /// Runs a native whose frame is on top. `Some` is its result; `None` means that it pushed a call.
    pub(crate) fn call_native(&mut self, method: MethodRef, first: u32) -> Result<Option<u64>, NativeStop> {
        let Some(native) = method.native else {
            return Err(NativeStop::Trap(self.missing_native(method)));
        };
        // A native frame holds its arguments from its first local on. They are copied, because the native may write to the
        // arena; few natives have more than a handful.
        let mut few = [0u64; 12];
        let mut many = Vec::new();
        let args = few.get_mut(..method.args as usize).unwrap_or_else(|| {
            many.resize(method.args as usize, 0);
            &mut many
        });
        for (at, arg) in (first..).zip(args.iter_mut()) {
            *arg = self.get(at);
        }
        let args = &*args;
        let mut declared = None;
        if let Some(pending) = native.pending
            && self.switching
            && let Some(seen) = pending(self, args)
        {
            if seen.blocked.is_some() {
                return Err(NativeStop::Stop(Stop::Blocked));
            }
            let kind = match seen.kind {
                Done::Choose { options, .. } => match self.chosen_value.filter(|chosen| *chosen < options) {
                    Some(chosen) => Done::Choose { options, chosen },
                    None => return Err(NativeStop::Stop(Stop::Pending)),
                },
                kind => kind,
            };
            if !self.may_pass() {
                return Err(NativeStop::Stop(Stop::Pending));
            }
            declared = blind_spots::declared(&kind).and_then(Location::object);
            if self.observing {
                self.emit(kind);
            }
        }
        self.count_native();
        self.doing.set(self.switching.then_some(Doing { method, declared }));
        let answer = (native.run)(self, args);
        self.doing.set(None);
        match answer {
            Ok(value) => Ok(Some(value)),
            Err(Trap::Raise(class, message)) => {
                if let Some(kind) = native.refuses {
                    self.note_gap(kind, method, &message);
                }
                Err(NativeStop::Trap(Trap::Raise(class, message)))
            }
            Err(Trap::Call(callee, call_args)) => {
                let phase = self.phase() + 1;
                self.set_phase(phase);
                self.push_frame(callee, &call_args, F_NATIVE_CALL).map_err(NativeStop::Trap)?;
                Ok(None)
            }
            Err(trap) => Err(NativeStop::Trap(trap)),
        }
    }

    /// Takes the short cut at the entry of a method, if no other thread can notice what it does to arrays that it is handed.
    pub(crate) fn call_intrinsic(&mut self, method: MethodRef, first: u32) -> Option<VmResult<u64>> {
        let intrinsic = method.intrinsic?;
        let mut copied = [0u64; 8];
        let args = copied.get_mut(..method.args as usize)?;
        for (at, arg) in (first..).zip(args.iter_mut()) {
            *arg = self.get(at);
        }
        let args = &*args;
        if self.switching {
            let receiver = usize::from(!method.is_static());
            let mut given = method.params.iter().zip(&args[receiver..]);
            let noticed = |(kind, word): (&Kind, &u64)| {
                *kind == Kind::Reference
                    && *word != 0
                    && self.shows_elements(*word as Ref)
                    && self.get(*word as Ref) & ARRAY != 0
            };
            if given.any(noticed) {
                return None;
            }
        }
        self.count_native();
        Some((intrinsic.run)(self, args))
    }

    /// What a native takes is not known: the clock is looked at behind every few of them.
    fn count_native(&mut self) {
        self.natives = self.natives.wrapping_add(1);
        if self.natives.is_multiple_of(32) {
            self.look_soon();
        }
    }

    /// How often the native in the top frame has been entered again after a call of its own.
    pub fn phase(&self) -> u32 {
        (self.get(self.frame + 2) >> 32) as u32 & 0x7fff_ffff
    }

    /// Sets what [`Vm::phase`] will say when the native is entered again.
    pub fn set_phase(&mut self, phase: u32) {
        let word = self.get(self.frame + 2) & 0xffff_ffff;
        let frame = self.frame;
        self.set(frame + 2, word | u64::from(phase) << 32);
    }

    /// What the last call made by the native in the top frame returned.
    pub fn call_result(&self) -> u64 {
        self.get(self.frame + FRAME_HEADER)
    }

    /// A word that the native in the top frame keeps between its phases.
    pub fn scratch(&self, n: u32) -> u64 {
        self.get(self.frame - crate::vm::exec::code::NATIVE_SCRATCH + n)
    }

    /// In a pending function: what [`Vm::scratch`] is for the native that is asked about.
    pub fn asked_scratch(&self, n: u32) -> u64 {
        self.get(self.asked_frame() - crate::vm::exec::code::NATIVE_SCRATCH + n)
    }

    /// Sets a word for [`Vm::scratch`].
    pub fn set_scratch(&mut self, n: u32, value: u64) {
        let frame = self.frame;
        self.set(frame - crate::vm::exec::code::NATIVE_SCRATCH + n, value);
    }

    fn missing_native(&mut self, method: MethodRef) -> Trap {
        self.note_gap(NeedKind::NativeMethod, method, "");
        let (params, returns) = crate::vm::exec::code::types(&method.descriptor).unwrap_or_default();
        let params: Vec<String> = params.iter().map(|p| crate::vm::exec::interp::source_type(p)).collect();
        Trap::Raise(
            "java/lang/UnsatisfiedLinkError",
            format!(
                "'{} {}.{}({})'",
                crate::vm::exec::interp::source_type(returns),
                method.class().java_name(),
                method.name,
                params.join(", ")
            ),
        )
    }
}
