//! The interpreter's loop.
//!
//! It runs one thread until it stands before a visible operation for which it has no permit, blocks, dies, or has used up
//! its fuel. The running thread's registers live in locals of [`Vm::interpret`]; before anything that may push a frame,
//! throw or look at the stack they are spilled into the `Vm`, and read back afterwards.
//!
//! Most instructions never come here: the loop in `fast` does them, and leaves to this one what is not easy, an instruction at a time.
//!
//! The loop has raw pointers into the running thread's frame: `lp` is its first local, `sp` the first free word of its operand stack.
//! The decoder has checked stack heights and local indices of all code, so they stay in the frame, whose pages are touched (copied aside
//! where states are kept) when it is entered or returned to: its words need no barrier. A checked build (the feature `checked`)
//! looks at each pointer, each object and each element all the same.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::classfile::descriptor::parse_field;
use crate::vm::classes::class::{ClassRef, Kind, MethodRef};
use crate::vm::exec::checked;
use crate::vm::exec::code::{Code, FRAME_HEADER};
use crate::vm::exec::fast::Place;
use crate::vm::exec::native_call::NativeStop;
use crate::vm::exec::op::{self, *};
use crate::vm::juc::Begun;
use crate::vm::memory::layout::{BOOLEAN, CLASS_MASK, HEADER, LEAKED, Ref, SHARED, TRUSTED};
use crate::vm::threads::policy::{ArrayOwner, Visibility};
use crate::vm::threads::thread::{F_ATOMIC, F_BLOCK, F_BOTTOM, F_INITIALIZER, F_RESULT, F_RETRY, F_SYNCHRONIZED};
use crate::vm::{Trap, Vm, VmResult};
use deadheat_event::Mark;
use deadheat_machine::brake;

/// Backward jumps and calls after which a step is cut, so that an endless invisible loop cannot hang a search.
pub const STEP_FUEL: u64 = 4_000_000;

/// So much of it is used between two looks at the clock on the wall: a few milliseconds.
const LOOK_EVERY: u64 = 1 << 16;

/// Why the interpreter stopped.
#[derive(Debug)]
pub enum Stop {
    /// The thread stands before a visible operation.
    Pending,
    /// It cannot go on by itself.
    Blocked,
    /// It has run for long without a visible operation.
    Fuel,
    /// It has ended, by return or by this uncaught exception.
    Ended(Option<Ref>),
    /// The guest asked to end.
    Exit(i32),
    /// A fault of ours.
    Internal(String),
}

/// What to do after a trap.
enum After {
    Resume,
    Stop(Stop),
}

impl Vm {
    /// Runs the current thread; its registers must be loaded.
    #[allow(clippy::cognitive_complexity)]
    pub fn interpret(&mut self) -> Stop {
        let base = self.arena.base();
        let one_by_one = self.shared.config.one_by_one;
        let mut frame = self.frame;
        let mut method: MethodRef = self.frame_method(frame);
        let mut code: &'static Code = match self.code(method) {
            Ok(code) => code,
            Err(trap) => return Stop::Internal(format!("{trap:?}")),
        };
        self.arena.touch_range(frame - code.locals, code.frame_words);
        // A pointer further on, or further back, in the same frame or among the same instructions.
        macro_rules! ahead {
            ($from:expr, $words:expr) => {{
                let words: usize = $words;
                // SAFETY: the decoder has checked stack heights, local indices and targets of all code, so that what is so far ahead of a
                // pointer into a frame (or of the arena's base) is in the arena's mapping, and what is so far ahead of a pointer to an
                // instruction is one of the same method, or its end.
                unsafe { $from.add(words) }
            }};
        }
        macro_rules! back {
            ($from:expr, $words:expr) => {{
                let words: usize = $words;
                // SAFETY: as for `ahead`: no checked code pops more than it has pushed, and `pc` goes back only to where it came from.
                unsafe { $from.sub(words) }
            }};
        }
        let mut ops: *const AtomicU64 = code.ops.as_ptr();
        let mut pc: *const AtomicU64 = ahead!(ops, self.pc as usize);
        let mut sp: *mut u64 = ahead!(base, self.sp as usize);
        let mut lp: *mut u64 = ahead!(base, (frame - code.locals) as usize);

        macro_rules! spill {
            () => {{
                self.frame = frame;
                self.sp = index_of(sp, base);
                self.pc = index_of(pc, ops) - 1;
            }};
        }
        macro_rules! reload {
            () => {{
                frame = self.frame;
                method = self.frame_method(frame);
                code = match method.code.get() {
                    Some(code) => code,
                    None => return Stop::Internal(format!("{method:?} has no code")),
                };
                self.arena.touch_range(frame - code.locals, code.frame_words);
                ops = code.ops.as_ptr();
                pc = ahead!(ops, self.pc as usize);
                sp = ahead!(base, self.sp as usize);
                lp = ahead!(base, (frame - code.locals) as usize);
            }};
        }
        macro_rules! trap {
            ($trap:expr) => {{
                spill!();
                match self.after_trap($trap) {
                    After::Resume => {
                        reload!();
                        continue;
                    }
                    After::Stop(stop) => return stop,
                }
            }};
        }
        // Evaluates something that may push frames, throw or block.
        macro_rules! attempt {
            ($e:expr) => {{
                spill!();
                match $e {
                    Ok(value) => value,
                    Err(trap) => match self.after_trap(trap) {
                        After::Resume => {
                            reload!();
                            continue;
                        }
                        After::Stop(stop) => return stop,
                    },
                }
            }};
        }
        macro_rules! npe {
            () => {
                trap!(Trap::Raise("java/lang/NullPointerException", String::new()))
            };
        }
        // A word of the running frame.
        macro_rules! word_at {
            ($at:expr) => {{
                let at: *mut u64 = $at;
                checked::frame_word(at, lp, code);
                // SAFETY: `at` is made of `sp`, `lp` or the frame's header by operands of checked instructions, so it points into the
                // frame's `frame_words` words from `lp` on. Whoever sets up a frame (`enter!`, `push_frame`) has seen to it that they
                // are below `stack_end`, so in the arena's mapping. Nothing else refers to them: the arena hands out no borrows of
                // stacks.
                unsafe { *at }
            }};
        }
        macro_rules! set_word_at {
            ($at:expr, $v:expr) => {{
                let value: u64 = $v;
                let at: *mut u64 = $at;
                checked::frame_word(at, lp, code);
                // SAFETY: as for `word_at`; the page was touched when the frame was entered or returned to.
                unsafe { *at = value }
            }};
        }
        macro_rules! push {
            ($v:expr) => {{
                set_word_at!(sp, $v);
                sp = ahead!(sp, 1);
            }};
        }
        macro_rules! pop {
            () => {{
                sp = back!(sp, 1);
                word_at!(sp)
            }};
        }
        macro_rules! popi {
            () => {
                pop!() as u32 as i32
            };
        }
        macro_rules! popf {
            () => {
                f32::from_bits(pop!() as u32)
            };
        }
        macro_rules! popd {
            () => {
                f64::from_bits(pop!())
            };
        }
        macro_rules! peek {
            ($n:expr) => {
                word_at!(back!(sp, $n))
            };
        }
        macro_rules! poke {
            ($n:expr, $v:expr) => {
                set_word_at!(back!(sp, $n), $v)
            };
        }
        macro_rules! top {
            ($v:expr) => {
                set_word_at!(back!(sp, 1), $v)
            };
        }
        macro_rules! local {
            ($n:expr) => {
                word_at!(ahead!(lp, $n as usize))
            };
        }
        macro_rules! int2 {
            ($f:expr) => {{
                let b = popi!();
                let a = peek!(1) as u32 as i32;
                let f: fn(i32, i32) -> i32 = $f;
                top!(u64::from(f(a, b) as u32));
            }};
        }
        macro_rules! long2 {
            ($f:expr) => {{
                let b = pop!() as i64;
                let a = peek!(1) as i64;
                let f: fn(i64, i64) -> i64 = $f;
                top!(f(a, b) as u64);
            }};
        }
        macro_rules! float2 {
            ($f:expr) => {{
                let b = popf!();
                let a = f32::from_bits(peek!(1) as u32);
                let f: fn(f32, f32) -> f32 = $f;
                top!(u64::from(f(a, b).to_bits()));
            }};
        }
        macro_rules! double2 {
            ($f:expr) => {{
                let b = popd!();
                let a = f64::from_bits(peek!(1));
                let f: fn(f64, f64) -> f64 = $f;
                top!(f(a, b).to_bits());
            }};
        }
        macro_rules! jump {
            ($word:expr) => {{
                let target = ahead!(ops, op::b($word) as usize);
                if target < pc {
                    self.fuel -= 1;
                    if self.fuel == 0 {
                        pc = ahead!(target, 1);
                        spill!();
                        return Stop::Fuel;
                    }
                }
                pc = target;
            }};
        }
        macro_rules! branch {
            ($word:expr, $cond:expr) => {
                if $cond {
                    jump!($word)
                }
            };
        }
        // Stops before a visible operation unless there is a permit for it.
        macro_rules! visible {
            ($shared:expr) => {
                if self.switching && $shared {
                    if !self.may_pass() {
                        spill!();
                        return Stop::Pending;
                    }
                    if self.observing {
                        spill!();
                        self.emit_at(code);
                    }
                }
            };
        }
        // Makes sure that a class is initialised; beginning an initialiser of the guest's is a visible operation.
        macro_rules! initialized {
            ($class:expr) => {
                if !self.is_initialized($class) {
                    if self.switching && self.begins_initializer($class) {
                        if !self.may_pass() {
                            spill!();
                            return Stop::Pending;
                        }
                        if self.observing {
                            spill!();
                            self.emit_initializer($class);
                        }
                    }
                    attempt!(self.initialize($class));
                }
            };
        }
        macro_rules! shared {
            ($object:expr) => {
                self.arena.running($object) & SHARED != 0
            };
        }
        macro_rules! publish_into {
            ($object:expr, $value:expr) => {{
                let value: Ref = $value;
                if self.multi && value != 0 && shared!($object) && !shared!(value) {
                    spill!();
                    self.publish(value);
                }
            }};
        }
        // Checks an array access and gives the array and the index.
        macro_rules! element {
            ($word:expr, $array:expr, $index:expr) => {{
                let array = $array as Ref;
                let index = $index as u32;
                if array == 0 {
                    npe!();
                }
                let header = self.arena.running(array);
                let length = (header >> 32) as u32;
                if index >= length {
                    trap!(out_of_bounds(index as i32, length));
                }
                visible!(header & SHARED != 0 && (op::a($word) == 0 || header & TRUSTED == 0));
                (array, index)
            }};
        }
        macro_rules! array_load {
            ($word:expr, $t:ty, $n:literal, $extend:expr) => {{
                let (array, index) = element!($word, peek!(2), peek!(1));
                sp = back!(sp, 1);
                checked::element(self, array, index, $n);
                let value = self.arena.running_element::<$t>(array, index);
                let extend: fn($t) -> u64 = $extend;
                top!(extend(value));
            }};
        }
        macro_rules! array_store {
            ($word:expr, $t:ty, $n:literal) => {{
                let (array, index) = element!($word, peek!(3), peek!(2));
                let value = pop!() as $t;
                sp = back!(sp, 2);
                checked::element(self, array, index, $n);
                self.arena.set_element::<$t>(array, index, value);
            }};
        }
        // Enters a method whose arguments are on the stack.
        macro_rules! enter {
            ($callee:expr) => {{
                let mut callee: MethodRef = $callee;
                if callee.has_versions.load(Ordering::Relaxed) {
                    callee = self.present_version(callee);
                }
                let body = match callee.code.get() {
                    Some(code) => code,
                    None => attempt!(self.code(callee)),
                };
                let first = back!(sp, callee.args as usize);
                let at = index_of(first, base);
                self.fuel -= 1;
                if at + body.frame_words + 64 > self.stack_end || self.fuel == 0 {
                    if self.fuel == 0 {
                        spill!();
                        self.fuel = 1;
                        return Stop::Fuel;
                    }
                    trap!(Trap::Raise("java/lang/StackOverflowError", String::new()));
                }
                self.calls += 1;
                self.arena.touch_range(at, body.frame_words);
                let next = u64::from(index_of(pc, ops));
                let header = ahead!(first, body.locals as usize);
                checked::arguments(first, lp, code);
                // From here on the frame is the callee's.
                lp = first;
                code = body;
                let mut slot = sp;
                while slot < header {
                    set_word_at!(slot, 0);
                    slot = ahead!(slot, 1);
                }
                set_word_at!(header, u64::from(frame) | next << 32);
                set_word_at!(ahead!(header, 1), u64::from(callee.id));
                set_word_at!(ahead!(header, 2), 0);
                sp = ahead!(header, FRAME_HEADER as usize);
                frame = at + body.locals;
                method = callee;
                ops = code.ops.as_ptr();
                pc = ops;
            }};
        }
        macro_rules! get_field {
            ($word:expr, $visible:expr) => {{
                let object = peek!(1) as Ref;
                if object == 0 {
                    npe!();
                }
                if $visible {
                    visible!(shared!(object));
                }
                checked::field(self, object, op::a($word));
                top!(self.arena.running(object + u32::from(op::a($word))));
            }};
        }
        macro_rules! get_final {
            ($word:expr) => {{
                let object = peek!(1) as Ref;
                if object == 0 {
                    npe!();
                }
                visible!(self.arena.running(object) & LEAKED != 0);
                checked::field(self, object, op::a($word));
                top!(self.arena.running(object + u32::from(op::a($word))));
            }};
        }
        // The next instruction.
        macro_rules! fetch {
            () => {{
                checked::instruction(pc, code);
                // SAFETY: `pc` stays inside the method's instructions: the decoder has checked all targets, the last instruction that
                // can be reached never falls through. Where it comes from a frame's header it was put there by `enter!` or `push_frame`: no guest can write to headers.
                let word = unsafe { (*pc).load(Ordering::Relaxed) };
                pc = ahead!(pc, 1);
                word
            }};
        }
        // Makes the present instruction quick: `pc` is at it again.
        macro_rules! replace {
            ($quick:expr) => {{
                checked::instruction(pc, code);
                // SAFETY: `pc` is where `fetch` read the instruction. Other workers may read it meanwhile: the words are atomic.
                unsafe { (*pc).store($quick, Ordering::Release) }
                code.select_again(index_of(pc, ops) as usize);
            }};
        }
        macro_rules! leave {
            ($value:expr, $has_value:expr) => {{
                // Before `method` becomes the caller.
                let (value, has_value): (u64, bool) = ($value, $has_value);
                let header = ahead!(base, frame as usize);
                let (link, flags) = (word_at!(header), word_at!(ahead!(header, 1)) >> 32);
                if flags != 0 {
                    spill!();
                    match self.leave_slowly(frame, flags, value) {
                        Ok(None) => {}
                        Ok(Some(stop)) => return stop,
                        Err(trap) => trap!(trap),
                    }
                }
                sp = lp;
                frame = link as u32;
                method = self.frame_method(frame);
                code = match method.code.get() {
                    Some(code) => code,
                    None => return Stop::Internal(format!("{method:?} has no code")),
                };
                self.arena.touch_range(frame - code.locals, code.frame_words);
                ops = code.ops.as_ptr();
                pc = ahead!(ops, (link >> 32) as usize);
                lp = ahead!(base, (frame - code.locals) as usize);
                if has_value && flags & F_RETRY == 0 {
                    push!(value);
                }
            }};
        }

        // Set behind an instruction that the fast loop has left as a part of a row: what it could not do is further on in the row.
        let mut in_row = false;
        loop {
            if !one_by_one && !in_row {
                let to = self.run_fast(Place { code, pc: index_of(pc, ops), sp, lp });
                if to.lp != lp || !std::ptr::eq(to.code, code) {
                    frame = index_of(to.lp, base) + to.code.locals;
                    method = self.frame_method(frame);
                    code = to.code;
                    ops = code.ops.as_ptr();
                    lp = to.lp;
                }
                pc = ahead!(ops, to.pc as usize);
                sp = to.sp;
            }
            // What the fast loop has left: one instruction.
            let word = fetch!();
            in_row = matches!(op::op(word), LOAD | CONST | LDC64 | DUP | DUP2);
            match op::op(word) {
                NOP => {}
                CONST => push!(u64::from(op::b(word))),
                LDC64 => push!(code.wide[op::b(word) as usize]),
                LDC => {
                    let value = attempt!(self.load_constant(method.code_class(), op::a(word)));
                    self.quicken_ldc(method.code_class(), code, index_of(pc, ops) - 1, op::a(word), value);
                    push!(value);
                }
                LDC_REF => {
                    let object = op::b(word);
                    if self.arena.running(object) == 0 {
                        attempt!(self.load_constant(method.code_class(), op::a(word)));
                    }
                    push!(u64::from(object));
                }
                LOAD => push!(local!(op::a(word))),
                STORE => {
                    let value = pop!();
                    set_word_at!(ahead!(lp, op::a(word) as usize), value);
                }
                IINC => {
                    let value = (local!(op::a(word)) as u32).wrapping_add(op::b(word));
                    set_word_at!(ahead!(lp, op::a(word) as usize), u64::from(value));
                }
                BALOAD => array_load!(word, i8, 1, |v| u64::from(i32::from(v) as u32)),
                CALOAD => array_load!(word, u16, 2, u64::from),
                SALOAD => array_load!(word, i16, 2, |v| u64::from(i32::from(v) as u32)),
                IALOAD => array_load!(word, u32, 4, u64::from),
                LALOAD | AALOAD => array_load!(word, u64, 8, |v| v),
                BASTORE => {
                    let (array, index) = element!(word, peek!(3), peek!(2));
                    let mut value = pop!() as u8;
                    sp = back!(sp, 2);
                    if self.arena.running(array) & BOOLEAN != 0 {
                        value &= 1;
                    }
                    checked::element(self, array, index, 1);
                    self.arena.set_element::<u8>(array, index, value);
                }
                CASTORE => array_store!(word, u16, 2),
                IASTORE => array_store!(word, u32, 4),
                LASTORE => array_store!(word, u64, 8),
                AASTORE => {
                    let value = peek!(1) as Ref;
                    let array = peek!(3) as Ref;
                    if array != 0 && value != 0 {
                        let length = (self.arena.running(array) >> 32) as u32;
                        if (peek!(2) as u32) < length {
                            let element = self.class_of(array).component();
                            let class = self.class_of(value);
                            if !element.is_some_and(|e| class.is_subclass_of(e)) {
                                trap!(Trap::Raise("java/lang/ArrayStoreException", class.java_name()));
                            }
                        }
                    }
                    let (array, index) = element!(word, peek!(3), peek!(2));
                    publish_into!(array, value);
                    checked::element(self, array, index, 8);
                    self.arena.set(array + HEADER + index, u64::from(value));
                    sp = back!(sp, 3);
                }
                POP => sp = back!(sp, 1),
                POP2 => sp = back!(sp, 2),
                DUP => push!(peek!(1)),
                DUP_X1 => {
                    let (b, a) = (peek!(2), peek!(1));
                    poke!(2, a);
                    poke!(1, b);
                    push!(a);
                }
                DUP_X2 => {
                    let (c, b, a) = (peek!(3), peek!(2), peek!(1));
                    poke!(3, a);
                    poke!(2, c);
                    poke!(1, b);
                    push!(a);
                }
                DUP2 => {
                    let (b, a) = (peek!(2), peek!(1));
                    push!(b);
                    push!(a);
                }
                DUP2_X1 => {
                    let (c, b, a) = (peek!(3), peek!(2), peek!(1));
                    poke!(3, b);
                    poke!(2, a);
                    poke!(1, c);
                    push!(b);
                    push!(a);
                }
                DUP2_X2 => {
                    let (d, c, b, a) = (peek!(4), peek!(3), peek!(2), peek!(1));
                    poke!(4, b);
                    poke!(3, a);
                    poke!(2, d);
                    poke!(1, c);
                    push!(b);
                    push!(a);
                }
                SWAP => {
                    let (b, a) = (peek!(2), peek!(1));
                    poke!(2, a);
                    poke!(1, b);
                }
                IADD => int2!(i32::wrapping_add),
                LADD => long2!(i64::wrapping_add),
                FADD => float2!(|a, b| a + b),
                DADD => double2!(|a, b| a + b),
                ISUB => int2!(i32::wrapping_sub),
                LSUB => long2!(i64::wrapping_sub),
                FSUB => float2!(|a, b| a - b),
                DSUB => double2!(|a, b| a - b),
                IMUL => int2!(i32::wrapping_mul),
                LMUL => long2!(i64::wrapping_mul),
                FMUL => float2!(|a, b| a * b),
                DMUL => double2!(|a, b| a * b),
                IDIV | IREM => {
                    if peek!(1) as u32 == 0 {
                        trap!(Trap::Raise("java/lang/ArithmeticException", "/ by zero".into()));
                    }
                    if op::op(word) == IDIV { int2!(i32::wrapping_div) } else { int2!(i32::wrapping_rem) }
                }
                LDIV | LREM => {
                    if peek!(1) == 0 {
                        trap!(Trap::Raise("java/lang/ArithmeticException", "/ by zero".into()));
                    }
                    if op::op(word) == LDIV { long2!(i64::wrapping_div) } else { long2!(i64::wrapping_rem) }
                }
                FDIV => float2!(|a, b| a / b),
                DDIV => double2!(|a, b| a / b),
                FREM => float2!(|a, b| a % b),
                DREM => double2!(|a, b| a % b),
                INEG => top!(u64::from((peek!(1) as u32).wrapping_neg())),
                LNEG => top!(peek!(1).wrapping_neg()),
                FNEG => top!(u64::from((-f32::from_bits(peek!(1) as u32)).to_bits())),
                DNEG => top!((-f64::from_bits(peek!(1))).to_bits()),
                ISHL => int2!(|a, b| a.wrapping_shl(b as u32)),
                ISHR => int2!(|a, b| a.wrapping_shr(b as u32)),
                IUSHR => int2!(|a, b| (a as u32).wrapping_shr(b as u32) as i32),
                LSHL => {
                    let by = pop!() as u32;
                    top!(peek!(1).wrapping_shl(by));
                }
                LSHR => {
                    let by = pop!() as u32;
                    top!((peek!(1) as i64).wrapping_shr(by) as u64);
                }
                LUSHR => {
                    let by = pop!() as u32;
                    top!(peek!(1).wrapping_shr(by));
                }
                IAND => int2!(|a, b| a & b),
                LAND => long2!(|a, b| a & b),
                IOR => int2!(|a, b| a | b),
                LOR => long2!(|a, b| a | b),
                IXOR => int2!(|a, b| a ^ b),
                LXOR => long2!(|a, b| a ^ b),
                I2L => top!(i64::from(peek!(1) as u32 as i32) as u64),
                I2F => top!(u64::from((peek!(1) as u32 as i32 as f32).to_bits())),
                I2D => top!(f64::from(peek!(1) as u32 as i32).to_bits()),
                L2I => top!(u64::from(peek!(1) as u32)),
                L2F => top!(u64::from((peek!(1) as i64 as f32).to_bits())),
                L2D => top!((peek!(1) as i64 as f64).to_bits()),
                F2I => top!(u64::from(f32::from_bits(peek!(1) as u32) as i32 as u32)),
                F2L => top!(f32::from_bits(peek!(1) as u32) as i64 as u64),
                F2D => top!(f64::from(f32::from_bits(peek!(1) as u32)).to_bits()),
                D2I => top!(u64::from(f64::from_bits(peek!(1)) as i32 as u32)),
                D2L => top!(f64::from_bits(peek!(1)) as i64 as u64),
                D2F => top!(u64::from((f64::from_bits(peek!(1)) as f32).to_bits())),
                I2B => top!(u64::from(i32::from(peek!(1) as i8) as u32)),
                I2C => top!(u64::from(peek!(1) as u16)),
                I2S => top!(u64::from(i32::from(peek!(1) as i16) as u32)),
                LCMP => {
                    let b = pop!() as i64;
                    let a = peek!(1) as i64;
                    top!(u64::from(a.cmp(&b) as i32 as u32));
                }
                FCMPL | FCMPG => {
                    let b = f64::from(popf!());
                    let a = f64::from(f32::from_bits(peek!(1) as u32));
                    top!(u64::from(compare(a, b, op::op(word) == FCMPG) as u32));
                }
                DCMPL | DCMPG => {
                    let b = popd!();
                    let a = f64::from_bits(peek!(1));
                    top!(u64::from(compare(a, b, op::op(word) == DCMPG) as u32));
                }
                IFEQ => branch!(word, popi!() == 0),
                IFNE => branch!(word, popi!() != 0),
                IFLT => branch!(word, popi!() < 0),
                IFGE => branch!(word, popi!() >= 0),
                IFGT => branch!(word, popi!() > 0),
                IFLE => branch!(word, popi!() <= 0),
                IF_ICMPEQ | IF_ACMPEQ => branch!(word, popi!() == popi!()),
                IF_ICMPNE | IF_ACMPNE => branch!(word, popi!() != popi!()),
                IF_ICMPLT => branch!(word, popi!() > popi!()),
                IF_ICMPGE => branch!(word, popi!() <= popi!()),
                IF_ICMPGT => branch!(word, popi!() < popi!()),
                IF_ICMPLE => branch!(word, popi!() >= popi!()),
                IFNULL => branch!(word, pop!() == 0),
                IFNONNULL => branch!(word, pop!() != 0),
                GOTO => jump!(word),
                TABLESWITCH => {
                    let key = popi!();
                    let switch = &code.switches[op::b(word) as usize];
                    let at = key.wrapping_sub(switch.low) as u32 as usize;
                    let target = if key >= switch.low { switch.dense.get(at) } else { None };
                    jump!(op::pack(0, 0, target.copied().unwrap_or(switch.default)));
                }
                LOOKUPSWITCH => {
                    let key = popi!();
                    let switch = &code.switches[op::b(word) as usize];
                    let found = switch.sparse.binary_search_by_key(&key, |entry| entry.0);
                    jump!(op::pack(0, 0, found.map_or(switch.default, |i| switch.sparse[i].1)));
                }
                RETURN => leave!(0, false),
                RETURN_VALUE => {
                    let value = pop!();
                    leave!(value, true);
                }
                RETURN_OUT => {
                    let value = pop!();
                    if value != 0 && self.arena.running(value as Ref) & TRUSTED != 0 {
                        let caller = word_at!(ahead!(base, frame as usize)) as u32;
                        if caller != 0 && self.frame_method(caller).class().arrays == ArrayOwner::Program {
                            self.hand_out(value as Ref);
                        }
                    }
                    leave!(value, true);
                }
                GETFIELD_Q => get_field!(word, false),
                GETFIELD_V => get_field!(word, true),
                GETFIELD_F => get_final!(word),
                PUTFIELD_Q => {
                    let object = peek!(2) as Ref;
                    if object == 0 {
                        npe!();
                    }
                    checked::field(self, object, op::a(word));
                    self.arena.set(object + u32::from(op::a(word)), peek!(1));
                    sp = back!(sp, 2);
                }
                PUTFIELD_V => {
                    let object = peek!(2) as Ref;
                    if object == 0 {
                        npe!();
                    }
                    visible!(shared!(object));
                    checked::field(self, object, op::a(word));
                    self.arena.set(object + u32::from(op::a(word)), peek!(1));
                    sp = back!(sp, 2);
                }
                PUTFIELD_F => {
                    let object = peek!(2) as Ref;
                    if object == 0 {
                        npe!();
                    }
                    visible!(self.arena.running(object) & LEAKED != 0);
                    checked::field(self, object, op::a(word));
                    self.arena.set(object + u32::from(op::a(word)), peek!(1));
                    sp = back!(sp, 2);
                }
                PUTFIELD_R => {
                    let object = peek!(2) as Ref;
                    if object == 0 {
                        npe!();
                    }
                    let value = peek!(1);
                    if self.multi && shared!(object) {
                        if self.shows_field(object, self.field_of(op::b(word))) {
                            visible!(true);
                        }
                        publish_into!(object, value as Ref);
                    }
                    checked::field(self, object, op::a(word));
                    self.arena.set(object + u32::from(op::a(word)), value);
                    sp = back!(sp, 2);
                }
                GETSTATIC_Q => push!(self.arena.running(op::b(word))),
                GETSTATIC_V => {
                    let field = self.field_of(op::b(word));
                    initialized!(field.class());
                    if field.visibility != Visibility::Quiet {
                        visible!(true);
                    }
                    push!(self.arena.running(field.place));
                }
                PUTSTATIC_Q | PUTSTATIC_V | PUTSTATIC_R => {
                    let field = self.field_of(op::b(word));
                    initialized!(field.class());
                    if field.visibility != Visibility::Quiet {
                        visible!(true);
                    }
                    let value = pop!();
                    if op::op(word) == PUTSTATIC_R && self.multi && value != 0 && !self.is_shared(value as Ref) {
                        spill!();
                        self.publish(value as Ref);
                    }
                    self.arena.set(field.place, value);
                }
                INVOKEVIRTUAL_Q => {
                    let receiver = peek!(usize::from(op::a(word))) as Ref;
                    if receiver == 0 {
                        npe!();
                    }
                    let class = self.class((self.arena.running(receiver) & CLASS_MASK) as u32);
                    match class.vtable.get(op::b(word) as usize) {
                        Some(callee) => enter!(callee),
                        None => trap!(wrong_receiver(class)),
                    }
                }
                INVOKEDIRECT_Q => {
                    let receiver = peek!(usize::from(op::a(word))) as Ref;
                    if receiver == 0 {
                        npe!();
                    }
                    enter!(self.method(op::b(word)));
                }
                INVOKESTATIC_Q => {
                    let callee = self.method(op::b(word));
                    if op::a(word) == 0 {
                        initialized!(callee.class());
                    }
                    enter!(callee);
                }
                INVOKEINTERFACE_Q => {
                    let receiver = peek!(usize::from(op::a(word))) as Ref;
                    if receiver == 0 {
                        npe!();
                    }
                    let class = self.class((self.arena.running(receiver) & CLASS_MASK) as u32);
                    let declared = self.method(op::b(word));
                    match class.itable.get(declared.selector) {
                        Some(callee) if class.is_subclass_of(declared.class()) => enter!(callee),
                        _ => {
                            let callee = attempt!(self.select_interface_method(class, declared));
                            enter!(callee);
                        }
                    }
                }
                NEW_Q => {
                    let class = self.class(op::b(word));
                    initialized!(class);
                    if class.words > self.bump_end - self.bump {
                        attempt!(self.before_allocation(u64::from(class.words)));
                    }
                    let object = match self.new_object(class) {
                        Ok(object) => object,
                        Err(trap) => trap!(trap),
                    };
                    if class.bare {
                        spill!();
                        self.remember_site(object);
                    }
                    push!(u64::from(object));
                }
                NEWARRAY => {
                    let kind = newarray_kind(op::a(word));
                    let length = peek!(1) as u32 as i32;
                    let array = attempt!(self.make_primitive_array(kind, length));
                    if op::b(word) != 0 {
                        self.claim_array(array, op::array_owner(op::b(word)));
                    }
                    top!(u64::from(array));
                }
                ANEWARRAY_Q => {
                    let length = peek!(1) as u32 as i32;
                    let class = self.class(op::b(word));
                    let array = attempt!(self.make_array(class, length));
                    if op::a(word) != 0 {
                        self.claim_array(array, op::array_owner(op::a(word).into()));
                    }
                    top!(u64::from(array));
                }
                MULTIANEWARRAY => {
                    let dimensions = usize::from(op::a(word) & 0xff);
                    let lengths: Vec<i32> = (1..=dimensions).rev().map(|n| peek!(n) as u32 as i32).collect();
                    let array = attempt!(self.new_multi_array(method.code_class(), op::b(word) as u16, &lengths));
                    self.claim_array(array, op::array_owner(u32::from(op::a(word) >> 8)));
                    sp = back!(sp, dimensions);
                    push!(u64::from(array));
                }
                ARRAYLENGTH => {
                    let array = peek!(1) as Ref;
                    if array == 0 {
                        npe!();
                    }
                    top!(self.arena.running(array) >> 32);
                }
                ATHROW => {
                    let exception = pop!() as Ref;
                    if exception == 0 {
                        npe!();
                    }
                    trap!(Trap::Throw(exception));
                }
                CHECKCAST_Q => {
                    let object = peek!(1) as Ref;
                    if object != 0 {
                        let class = self.class_of(object);
                        let target = self.class(op::b(word));
                        if !class.is_subclass_of(target) {
                            let message = self.cast_message(class, target);
                            trap!(Trap::Raise("java/lang/ClassCastException", message));
                        }
                    }
                }
                INSTANCEOF_Q => {
                    let object = peek!(1) as Ref;
                    let is = object != 0 && self.class_of(object).is_subclass_of(self.class(op::b(word)));
                    top!(u64::from(is));
                }
                MONITORENTER => {
                    let object = peek!(1) as Ref;
                    if object == 0 {
                        npe!();
                    }
                    if self.multi {
                        spill!();
                        if let Some(stop) = self.before_enter(object) {
                            return stop;
                        }
                    } else {
                        self.monitor_try_enter(object);
                    }
                    sp = back!(sp, 1);
                }
                ENTER => {
                    let object = if method.is_static() { self.mirror(method.class()) } else { local!(0) as Ref };
                    if self.multi {
                        spill!();
                        if let Some(stop) = self.before_enter(object) {
                            return stop;
                        }
                    } else {
                        self.monitor_try_enter(object);
                    }
                    let header = ahead!(base, frame as usize);
                    let flags = word_at!(ahead!(header, 1)) | F_SYNCHRONIZED << 32;
                    set_word_at!(ahead!(header, 1), flags);
                    set_word_at!(ahead!(header, 2), u64::from(object));
                    if op::a(word) != 0 {
                        spill!();
                        self.begin_block(frame);
                    }
                }
                BLOCK => {
                    spill!();
                    self.begin_block(frame);
                }
                MONITOREXIT => {
                    let object = peek!(1) as Ref;
                    if object == 0 {
                        npe!();
                    }
                    attempt!(self.release_monitor(object));
                    sp = back!(sp, 1);
                }
                ATOMIC => {
                    spill!();
                    match self.begin_atomic(method) {
                        Ok(Begun::Body) => {}
                        Ok(Begun::Return(value)) => leave!(value, method.returns != Kind::Void),
                        Ok(Begun::Stop(stop)) => return stop,
                        Err(trap) => trap!(trap),
                    }
                }
                CUT => {
                    spill!();
                    if let Some(stop) = self.cut(op::a(word)) {
                        return stop;
                    }
                }
                INTRINSIC => {
                    spill!();
                    if let Some(answer) = self.call_intrinsic(method, index_of(lp, base)) {
                        match answer {
                            Ok(value) => leave!(value, method.returns != Kind::Void),
                            Err(trap) => trap!(trap),
                        }
                        if self.gc.wanted {
                            attempt!(self.collect_if_wanted());
                        }
                    }
                }
                NATIVE => {
                    sp = ahead!(base, (frame + FRAME_HEADER) as usize);
                    spill!();
                    match self.call_native(method, index_of(lp, base)) {
                        Ok(Some(value)) => {
                            if self.frame != frame {
                                // The native replaced its own frame (method-handle linkage).
                                reload!();
                                continue;
                            }
                            leave!(value, method.returns != Kind::Void);
                            if self.gc.wanted {
                                attempt!(self.collect_if_wanted());
                            }
                        }
                        Ok(None) => reload!(),
                        // The registers are spilled, and the native may have pushed a frame since.
                        Err(NativeStop::Trap(trap)) => match self.after_trap(trap) {
                            After::Resume => reload!(),
                            After::Stop(stop) => return stop,
                        },
                        Err(NativeStop::Stop(stop)) => return stop,
                    }
                }
                // Slow forms: resolve, replace, run again.
                GETSTATIC | PUTSTATIC | GETFIELD | PUTFIELD | INVOKEVIRTUAL | INVOKESPECIAL | INVOKESTATIC
                | INVOKEINTERFACE | NEW | ANEWARRAY | CHECKCAST | INSTANCEOF => {
                    if op::op(word) == CHECKCAST && peek!(1) == 0 {
                        continue;
                    }
                    if op::op(word) == INSTANCEOF && peek!(1) == 0 {
                        continue;
                    }
                    let quick = attempt!(self.quicken(method, word));
                    pc = back!(pc, 1);
                    replace!(quick);
                }
                GUARD => {
                    let class = method.code_class();
                    match op::a(word) {
                        op::GUARD_UNLESS_NULL if peek!(1) == 0 => {}
                        op::GUARD_CALL => {
                            let call = index_of(pc, ops);
                            attempt!(self.load_again_for_call(method, call));
                        }
                        _ => {
                            let address = class.initiation(op::b(word));
                            if address != 0 && self.arena.running(address) == 0 {
                                attempt!(self.resolve_class(class, op::b(word) as u16));
                            }
                        }
                    }
                }
                JSR => {
                    push!(u64::from(index_of(pc, ops)));
                    jump!(word);
                }
                RET => {
                    let address = local!(op::a(word)) as u32;
                    let call = (address as usize).checked_sub(1).and_then(|at| code.ops.get(at));
                    let call = call.map_or(0, |call| call.load(Ordering::Relaxed));
                    let height = index_of(sp, ahead!(base, frame as usize + FRAME_HEADER as usize));
                    let fits = op::op(call) == JSR
                        && u32::from(op::a(call)) == height
                        && (height == 0 || op::b(call) == op::b(word));
                    if !fits {
                        let message = format!("no subroutine of {method:?} returns there");
                        trap!(Trap::Raise("java/lang/VerifyError", message));
                    }
                    jump!(op::pack(GOTO, 0, address));
                }
                INVOKEDYNAMIC | INVOKEHANDLE => {
                    let at = index_of(pc, ops) - 1;
                    let quick = attempt!(self.quicken_call(method, at, word));
                    pc = back!(pc, 1);
                    replace!(quick);
                }
                INVOKEDYNAMIC_Q => {
                    // A lambda: one that captures nothing is always the same object.
                    let captured = u32::from(op::a(word));
                    if captured == 0 {
                        let object = op::b(word);
                        if self.arena.running(object) == 0 {
                            attempt!(self.fill_instance(object));
                        }
                        push!(u64::from(object));
                    } else {
                        let class = self.class(op::b(word));
                        attempt!(self.before_allocation(u64::from(class.words)));
                        let object = attempt!(self.new_object(class));
                        for n in 0..captured {
                            self.arena.set(object + HEADER + n, peek!((captured - n) as usize));
                        }
                        sp = back!(sp, captured as usize);
                        push!(u64::from(object));
                    }
                }
                INVOKELINKED | INVOKEVARHANDLE | INVOKEBASIC | LINKTO => {
                    // These change the stack before they enter, so they must not stop in between.
                    if self.fuel <= 1 {
                        spill!();
                        return Stop::Fuel;
                    }
                    let at = index_of(pc, ops) - 1;
                    let callee = attempt!(self.select_call(method, at, word));
                    sp = ahead!(base, self.sp as usize);
                    let compares_result = self.compares_result;
                    enter!(callee);
                    if compares_result {
                        let at = ahead!(base, frame as usize + 1);
                        set_word_at!(at, word_at!(at) | F_RESULT << 32);
                    }
                }
                ABSTRACT => {
                    let message = abstract_message(method);
                    trap!(Trap::Raise("java/lang/AbstractMethodError", message));
                }
                _ => {
                    trap!(Trap::Raise("java/lang/VerifyError", format!("unreachable code reached in {method:?}")));
                }
            }
        }
    }

    /// Before a visible operation: whether the running thread may do it. One that is a part of the operation that the thread is in
    /// (see `juc::told`) only shows.
    #[inline(always)]
    pub(crate) fn may_pass(&mut self) -> bool {
        if self.telling && self.is_told() {
            return true;
        }
        if self.permits == 0 {
            return false;
        }
        self.take_permit();
        true
    }

    /// Uses up one permit: the running thread does a visible operation.
    #[inline(always)]
    pub(crate) fn take_permit(&mut self) {
        self.permits -= 1;
        self.steps += 1;
        self.since_look += LOOK_EVERY.saturating_sub(self.fuel);
        if self.since_look >= LOOK_EVERY {
            self.look_at_brake();
        }
        self.fill_fuel();
    }

    /// The running thread has all of a step's fuel before it. It is used piece by piece: behind each one the clock is looked at.
    #[inline(always)]
    pub(crate) fn fill_fuel(&mut self) {
        (self.fuel, self.fuel_rest) = (LOOK_EVERY, STEP_FUEL - LOOK_EVERY);
    }

    /// A piece of the fuel is used up: whether there is another, and time to use it.
    pub(crate) fn refuel(&mut self) -> bool {
        if self.fuel_rest == 0 || brake::is_pulled() {
            return false;
        }
        let piece = self.fuel_rest.min(LOOK_EVERY);
        self.fuel += piece;
        self.fuel_rest -= piece;
        true
    }

    /// Something took long that uses no fuel: the clock is looked at behind the next jump or call. The step has as much fuel as before.
    pub(crate) fn look_soon(&mut self) {
        self.since_look = LOOK_EVERY;
        self.fuel_rest += self.fuel.saturating_sub(1);
        self.fuel = self.fuel.min(1);
    }

    /// The running thread's step ends at its next jump or call.
    pub(crate) fn cut_soon(&mut self) {
        (self.fuel, self.fuel_rest) = (1, 0);
    }

    /// If time is over the thread stops before its next visible operation, however many it may do.
    #[cold]
    fn look_at_brake(&mut self) {
        self.since_look = 0;
        if brake::is_pulled() {
            self.forfeited += std::mem::take(&mut self.permits);
        }
    }

    /// Handles a trap of the running thread, whose registers are spilled.
    fn after_trap(&mut self, trap: Trap) -> After {
        match self.materialize(trap) {
            Trap::Retry => After::Resume,
            Trap::Block => After::Stop(Stop::Blocked),
            Trap::Throw(exception) => match self.unwind(exception) {
                Ok(None) => {
                    // In a Java frame the exception is on the stack; a native that catches still has to pick it up.
                    if self.frame_method(self.frame).native.is_some() {
                        return After::Resume;
                    }
                    let _ = self.collect_if_wanted();
                    // A handler that covers itself is a loop without a jump.
                    self.fuel -= 1;
                    if self.fuel == 0 { After::Stop(Stop::Fuel) } else { After::Resume }
                }
                Ok(Some(fatal)) => After::Stop(Stop::Ended(Some(fatal))),
                Err(Trap::Internal(why)) => After::Stop(Stop::Internal(why)),
                Err(trap) => self.after_trap(trap),
            },
            Trap::Exit(code) => After::Stop(Stop::Exit(code)),
            Trap::Internal(why) => After::Stop(Stop::Internal(why)),
            Trap::Call(method, _) => After::Stop(Stop::Internal(format!("call of {method:?} outside a native"))),
            Trap::Raise(class, message) => After::Stop(Stop::Internal(format!("cannot raise {class}: {message}"))),
        }
    }

    /// The end of a frame with flags; `Some` stops the thread.
    fn leave_slowly(&mut self, frame: u32, flags: u64, value: u64) -> VmResult<Option<Stop>> {
        if flags & F_RESULT != 0 {
            self.check_result(frame, value as Ref)?;
        }
        if flags & F_BLOCK != 0 {
            self.mark(Mark::AtomicEnd);
        }
        if flags & F_SYNCHRONIZED != 0 {
            let object = self.get(frame + 2) as Ref;
            self.release_monitor(object)?;
        }
        if flags & F_ATOMIC != 0 {
            self.end_atomic();
        }
        if flags & F_INITIALIZER != 0 {
            self.finish_initializer(frame, None)?;
        }
        if flags & F_BOTTOM != 0 {
            self.result = value;
            return Ok(Some(Stop::Ended(None)));
        }
        Ok(None)
    }

    /// The message of a `ClassCastException`, as HotSpot words it.
    fn cast_message(&self, class: ClassRef, target: ClassRef) -> String {
        crate::vm::exec::messages::class_cast(self, class, target)
    }
}

/// How many elements a pointer is behind the first.
#[inline(always)]
pub(super) fn index_of<T>(at: *const T, first: *const T) -> u32 {
    (at.addr().wrapping_sub(first.addr()) / size_of::<T>()) as u32
}

fn out_of_bounds(index: i32, length: u32) -> Trap {
    Trap::Raise("java/lang/ArrayIndexOutOfBoundsException", format!("Index {index} out of bounds for length {length}"))
}

/// No verified code comes here.
#[cold]
fn wrong_receiver(class: ClassRef) -> Trap {
    Trap::Raise("java/lang/IncompatibleClassChangeError", format!("{} has no such method", class.java_name()))
}

#[inline(always)]
pub(super) fn compare(a: f64, b: f64, nan_is_greater: bool) -> i32 {
    match a.partial_cmp(&b) {
        Some(order) => order as i32,
        None => {
            if nan_is_greater {
                1
            } else {
                -1
            }
        }
    }
}

fn newarray_kind(code: u16) -> Kind {
    match code {
        4 => Kind::Boolean,
        5 => Kind::Char,
        6 => Kind::Float,
        7 => Kind::Double,
        8 => Kind::Byte,
        9 => Kind::Short,
        10 => Kind::Int,
        _ => Kind::Long,
    }
}

fn abstract_message(method: MethodRef) -> String {
    let (params, returns) = crate::vm::exec::code::types(&method.descriptor).unwrap_or_default();
    let params: Vec<String> = params.iter().map(|p| source_type(p)).collect();
    format!("'{} {}.{}({})'", source_type(returns), method.class().java_name(), method.name, params.join(", "))
}

/// A descriptor as Java source would write it.
pub fn source_type(descriptor: &str) -> String {
    parse_field(descriptor).map_or_else(|| "void".into(), |parsed| parsed.source())
}
