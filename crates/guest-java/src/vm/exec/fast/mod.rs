//! The fast loop: what needs nobody else, run with the registers in registers.
//!
//! [`Vm::run_fast`] runs instructions of the running thread until it comes to one that it leaves to the other loop (`interp`): because it has
//! no case for it, or because this time it is not as easy as most times. Such are exceptions, visible operations, a class that is not yet
//! initialised, the first write to a page, memory that is used up, the last piece of fuel. The rules that make this the same as running each
//! decoded instruction by itself:
//!
//! * It has instructions of its own (`Code::fast`, one for each decoded one), many of which do the work of a row of decoded ones (`select`). An
//!   instruction is done as a whole or not at all: all that could keep it from being done is looked at before anything is
//!   changed. What is not done is left to the other loop, which does the *first decoded instruction* of the row and comes back.
//! * Whether a visible operation stops is never decided here. Where the object is shared (or leaked, for final fields) and threads
//!   switch, the operation is left. So are all events.
//! * Fuel is used as in the other loop: a piece for each jump back and each call; where only one is left, the instruction is left.
//! * It calls nothing. So the compiler keeps `pc`, `sp`, `lp` and the top of the operand stack in registers, which it does not do in the large
//!   loop; that, and not the fusing alone, is what makes it fast.
//!
//! The topmost word of the operand stack is in `top`; its place in memory is stale until the loop is left. Where the operand stack is empty,
//! `top` is the last word of the frame's header, which nothing changes meanwhile.

mod codes;
mod rows;
mod select;

pub(crate) use select::select_all;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::vm::Vm;
use crate::vm::classes::class::{ClassRef, MethodRef, Shape, acc};
use crate::vm::exec::checked;
use crate::vm::exec::code::{Code, FRAME_HEADER};
use crate::vm::exec::interp::{compare, index_of};
use crate::vm::exec::op;
use crate::vm::memory::arena::{DIRTY, FEW_BYTES, PAGE_SHIFT, element_offset};
use crate::vm::memory::layout::{ARRAY_BASE, BOOLEAN, CLASS_MASK, HEADER, LEAKED, OBJECT, Ref, SHARED, TRUSTED};
use crate::vm::threads::policy::Visibility;
use codes::*;

/// Where a thread is in its code and its frame.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The method's body.
    pub code: &'static Code,
    /// Number of the next instruction.
    pub pc: u32,
    /// First free word of the operand stack.
    pub sp: *mut u64,
    /// First local.
    pub lp: *mut u64,
}

impl Vm {
    /// Runs the current thread from `place` to the next instruction that is not for this loop, and gives the place before it.
    #[inline(never)]
    #[allow(clippy::cognitive_complexity)]
    #[allow(clippy::redundant_closure_call, reason = "the rows of the families give closures")]
    pub(super) fn run_fast(&mut self, place: Place) -> Place {
        let (base, dirty) = (self.arena.base(), self.arena.dirty());
        let Place { mut code, mut sp, mut lp, .. } = place;
        // A pointer further on, or further back.
        macro_rules! ahead {
            ($from:expr, $words:expr) => {{
                let words: usize = $words;
                // SAFETY: as in `interp`: the decoder has checked stack heights, local indices and targets of all code, and a fused
                // instruction goes as far as the instructions that it stands for.
                unsafe { $from.add(words) }
            }};
        }
        macro_rules! back {
            ($from:expr, $words:expr) => {{
                let words: usize = $words;
                // SAFETY: as for `ahead`: no checked code pops more than it has pushed; below the first word of an operand stack there is
                // its frame's header.
                unsafe { $from.sub(words) }
            }};
        }
        let mut ops: *const AtomicU64 = code.fast.as_ptr();
        let mut pc: *const AtomicU64 = ahead!(ops, place.pc as usize);
        let (switching, multi) = (self.switching, self.multi);

        macro_rules! word_at {
            ($at:expr) => {{
                let at: *mut u64 = $at;
                checked::frame_word(at, lp, code);
                // SAFETY: as in `interp`: `at` points into the running frame, and nothing else refers to its words.
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
        macro_rules! fetch {
            ($at:expr) => {{
                let at: *const AtomicU64 = $at;
                checked::fast_instruction(at, code);
                // SAFETY: as in `interp`: `pc` stays inside the method's instructions, of which there are as many here as decoded ones.
                unsafe { (*at).load(Ordering::Relaxed) }
            }};
        }
        // The arena's own functions of these names, by copies of its pointers: nothing that is called here could move them, and the compiler need not
        // look for them in memory each time.
        macro_rules! running {
            ($address:expr) => {{
                let address: u32 = $address;
                self.arena.check(address);
                // SAFETY: as in `Arena::peek`.
                unsafe { *base.add(address as usize) }
            }};
        }
        macro_rules! touched {
            ($address:expr) => {{
                let address: u32 = $address;
                // SAFETY: as in `Arena::is_touched`.
                unsafe { *dirty.add((address >> PAGE_SHIFT) as usize) == DIRTY }
            }};
        }
        macro_rules! set_running {
            ($address:expr, $value:expr) => {{
                let (address, value): (u32, u64) = ($address, $value);
                self.arena.check_write(address);
                self.arena.check_touched(address);
                // SAFETY: as in `Arena::set_touched`.
                unsafe { *base.add(address as usize) = value }
            }};
        }
        macro_rules! running_element {
            ($t:ty, $array:expr, $index:expr) => {{
                let at = element_offset::<$t>($array, $index);
                self.arena.check((at >> 3) as u32);
                // SAFETY: as in `Arena::running_element`.
                unsafe { *base.byte_add(at).cast::<$t>() }
            }};
        }
        macro_rules! set_element {
            ($t:ty, $at:expr, $value:expr) => {{
                let (at, value): (usize, $t) = ($at, $value);
                self.arena.check_write((at >> 3) as u32);
                self.arena.check_touched((at >> 3) as u32);
                // SAFETY: as in `Arena::set_element_touched`.
                unsafe { *base.byte_add(at).cast::<$t>() = value }
            }};
        }
        let mut top: u64 = word_at!(back!(sp, 1));

        macro_rules! local {
            ($n:expr) => {
                word_at!(ahead!(lp, $n as usize))
            };
        }
        macro_rules! set_local {
            ($n:expr, $v:expr) => {
                set_word_at!(ahead!(lp, $n as usize), $v)
            };
        }
        macro_rules! low {
            ($operand:expr) => {
                ($operand & 0xff)
            };
        }
        macro_rules! high {
            ($operand:expr) => {
                ($operand >> 8)
            };
        }
        // The instruction is done, and stood for so many.
        macro_rules! done {
            ($n:expr) => {
                pc = ahead!(pc, $n)
            };
        }
        macro_rules! push {
            ($v:expr) => {{
                let value: u64 = $v;
                set_word_at!(back!(sp, 1), top);
                sp = ahead!(sp, 1);
                top = value;
            }};
        }
        macro_rules! drop {
            ($n:expr) => {{
                sp = back!(sp, $n);
                top = word_at!(back!(sp, 1));
            }};
        }
        // The word below the top one, or further down.
        macro_rules! below {
            ($n:expr) => {
                word_at!(back!(sp, $n + 1))
            };
        }

        // Arithmetic.
        macro_rules! to_stack {
            ($f:expr, $x:expr, $y:expr, $n:expr) => {{
                let f: fn(u64, u64) -> u64 = $f;
                push!(f($x, $y));
                done!($n);
            }};
        }
        macro_rules! to_top {
            ($f:expr, $y:expr, $n:expr) => {{
                let f: fn(u64, u64) -> u64 = $f;
                top = f(top, $y);
                done!($n);
            }};
        }
        macro_rules! to_local {
            ($f:expr, $x:expr, $y:expr, $to:expr, $n:expr) => {{
                let f: fn(u64, u64) -> u64 = $f;
                set_local!($to, f($x, $y));
                done!($n);
            }};
        }
        // A division, unless it is by zero.
        macro_rules! divided {
            ($wide:expr, $f:expr, $x:expr, $y:expr) => {{
                let f: fn(u64, u64) -> u64 = $f;
                let (dividend, divisor): (u64, u64) = ($x, $y);
                if (if $wide { divisor } else { divisor & 0xffff_ffff }) == 0 {
                    break;
                }
                f(dividend, divisor)
            }};
        }

        // Uses a piece of fuel.
        macro_rules! burn {
            () => {{
                if self.fuel <= 1 {
                    break;
                }
                self.fuel -= 1;
            }};
        }
        // Goes to an instruction; `$n` as for `done`.
        macro_rules! jump {
            ($to:expr, $n:expr) => {{
                let target = ahead!(ops, $to as usize);
                if target < ahead!(pc, $n) {
                    burn!();
                }
                pc = target;
            }};
        }
        macro_rules! branch {
            ($word:expr, $n:expr, $cond:expr) => {
                if $cond { jump!(op::b($word), $n) } else { done!($n) }
            };
        }
        macro_rules! branch_popping {
            ($word:expr, $n:expr, $pops:expr, $cond:expr) => {{
                branch!($word, $n, $cond);
                drop!($pops);
            }};
        }
        macro_rules! int {
            ($v:expr) => {
                $v as u32 as i32
            };
        }
        // What `iinc` counts up, and to what.
        macro_rules! counted {
            ($word:expr) => {{
                let (slot, delta) = (low!(op::a($word)), i32::from(high!(op::a($word)) as i8));
                (slot, int!(local!(slot)).wrapping_add(delta))
            }};
        }
        // Goes back to a loop's beginning, and on from the comparison there, of `$length` instructions, which says whether the loop is left.
        macro_rules! close_loop {
            ($slot:expr, $next:expr, $word:expr, $length:expr, $leaves:expr) => {{
                let beginning = ahead!(ops, op::b($word) as u16 as usize);
                let behind = ahead!(beginning, $length);
                if $leaves {
                    let target = ahead!(ops, op::b(fetch!(beginning)) as usize);
                    // One that leaves the loop by another jump back is not done here.
                    if target < behind {
                        break;
                    }
                    burn!();
                    pc = target;
                } else {
                    burn!();
                    pc = behind;
                }
                set_local!($slot, int_bits($next));
            }};
        }
        // What a loop's end has beside its target.
        macro_rules! beside {
            ($word:expr) => {
                op::b($word) >> 16
            };
        }

        // Objects.
        macro_rules! watched {
            ($object:expr, $kind:expr) => {
                multi && {
                    let header = running!($object);
                    match $kind {
                        QUIET => false,
                        PLAIN => switching && header & SHARED != 0,
                        FINAL => switching && header & LEAKED != 0,
                        _ => header & SHARED != 0,
                    }
                }
            };
        }
        // Reads a field, unless that is for the other loop.
        macro_rules! get {
            ($object:expr, $offset:expr, $kind:expr) => {{
                let object = $object as Ref;
                let offset = $offset as u16;
                if object == 0 || watched!(object, $kind) {
                    break;
                }
                checked::field(self, object, offset);
                running!(object + u32::from(offset))
            }};
        }
        macro_rules! put {
            ($object:expr, $offset:expr, $kind:expr, $value:expr) => {{
                let object = $object as Ref;
                let offset = $offset as u16;
                let address = object.wrapping_add(u32::from(offset));
                if object == 0 || !touched!(address) || watched!(object, $kind) {
                    break;
                }
                checked::field(self, object, offset);
                set_running!(address, $value);
            }};
        }
        // Checks an array access and gives the array's header.
        macro_rules! element {
            ($array:expr, $index:expr) => {{
                if $array == 0 {
                    break;
                }
                let header = running!($array);
                if $index >= (header >> 32) as u32 || switching && header & SHARED != 0 {
                    break;
                }
                header
            }};
        }
        macro_rules! load {
            ($t:ty, $bytes:literal, $extend:expr, $array:expr, $index:expr) => {{
                let (array, index): (Ref, u32) = ($array as Ref, $index as u32);
                element!(array, index);
                checked::element(self, array, index, $bytes);
                let extend: fn($t) -> u64 = $extend;
                extend(running_element!($t, array, index))
            }};
        }
        macro_rules! store {
            ($t:ty, $bytes:literal, $array:expr, $index:expr, $value:expr) => {{
                let (array, index): (Ref, u32) = ($array as Ref, $index as u32);
                let mut value = $value as $t;
                let header = element!(array, index);
                let at = element_offset::<$t>(array, index);
                if !touched!((at >> 3) as u32) {
                    break;
                }
                if $bytes == 1 && header & BOOLEAN != 0 {
                    value &= 1;
                }
                checked::element(self, array, index, $bytes);
                set_element!($t, at, value);
            }};
        }

        // Calls.
        macro_rules! enter {
            ($callee:expr) => {{
                let callee: MethodRef = $callee;
                let Some(body) = callee.code.get() else { break };
                let first = back!(sp, callee.args as usize);
                let at = index_of(first, base);
                if callee.has_versions.load(Ordering::Relaxed)
                    || at + body.frame_words + 64 > self.stack_end
                    || !self.arena.is_range_touched(at, body.frame_words)
                {
                    break;
                }
                burn!();
                self.calls += 1;
                set_word_at!(back!(sp, 1), top);
                let link = u64::from(index_of(lp, base) + code.locals) | u64::from(index_of(pc, ops) + 1) << 32;
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
                set_word_at!(header, link);
                set_word_at!(ahead!(header, 1), u64::from(callee.id));
                set_word_at!(ahead!(header, 2), 0);
                top = 0;
                sp = ahead!(header, FRAME_HEADER as usize);
                ops = code.fast.as_ptr();
                pc = ops;
            }};
        }
        // Returns to the caller, whose operand stack is as it was below the arguments.
        macro_rules! leave {
            () => {{
                let header = ahead!(lp, code.locals as usize);
                let (link, flags) = (word_at!(header), word_at!(ahead!(header, 1)) >> 32);
                if flags != 0 {
                    break;
                }
                let frame = link as u32;
                let Some(caller) = self.methods.get(running!(frame + 1) as u32 as usize) else { break };
                let Some(body) = caller.code.get() else { break };
                let first = frame - body.locals;
                if !self.arena.is_range_touched(first, body.frame_words) {
                    break;
                }
                sp = lp;
                lp = ahead!(base, first as usize);
                code = body;
                ops = code.fast.as_ptr();
                pc = ahead!(ops, (link >> 32) as usize);
            }};
        }
        macro_rules! leave_with {
            ($value:expr) => {{
                let value: u64 = $value;
                leave!();
                sp = ahead!(sp, 1);
                top = value;
            }};
        }
        macro_rules! receiver {
            ($word:expr) => {{
                let n = usize::from(op::a($word));
                let receiver = if n == 1 { top } else { word_at!(back!(sp, n)) } as Ref;
                if receiver == 0 {
                    break;
                }
                receiver
            }};
        }
        macro_rules! class_of {
            ($object:expr) => {{
                let id = running!($object) & CLASS_MASK;
                let Some(class) = self.classes.get(id as usize) else { break };
                class
            }};
        }
        macro_rules! class_operand {
            ($word:expr) => {{
                let Some(class) = self.classes.get(op::b($word) as usize) else { break };
                class
            }};
        }
        macro_rules! allocated {
            ($word:expr) => {{
                let class = class_operand!($word);
                let object = self.bump;
                if class.words > self.bump_end - object
                    || class.bare
                    || !touched!(object)
                    || !self.is_initialized(class)
                {
                    break;
                }
                self.bump = object + class.words;
                set_running!(object, OBJECT | u64::from(class.id));
                u64::from(object)
            }};
        }

        // All cases: those of the families are made of their rows.
        macro_rules! dispatch {
            (
                $word:ident;
                binary { $($binary:ident: $et:ty, $ebytes:literal, $f:expr;)* }
                product { $($product:ident: $times:expr, $plus:expr;)* }
                shifted { $($shifted:ident: $xor:expr;)* }
                divided { $($divided:ident: $wide:literal, $g:expr;)* }
                condition { $($condition:ident: $test:expr;)* }
                loaded { $($loaded:ident: $lt:ty, $lbytes:literal, $extend:expr;)* }
                stored { $($stored:ident: $st:ty, $sbytes:literal;)* }
                one { $($one:ident => $body:expr,)* }
            ) => {
                match op::op($word) {
                    $(one::$one => $body,)*
                    $(
                        ss::$binary => {
                            let f: fn(u64, u64) -> u64 = $f;
                            top = f(below!(1), top);
                            sp = back!(sp, 1);
                            done!(1);
                        }
                        sl::$binary => to_top!($f, local!(op::a($word)), 2),
                        sc::$binary => to_top!($f, u64::from(op::b($word)), 2),
                        sw::$binary => to_top!($f, code.wide[op::b($word) as usize], 2),
                        ll::$binary => to_stack!($f, local!(op::a($word)), local!(op::b($word)), 3),
                        lc::$binary => to_stack!($f, local!(op::a($word)), u64::from(op::b($word)), 3),
                        lw::$binary => {
                            to_stack!($f, local!(op::a($word)), code.wide[op::b($word) as usize], 3);
                        }
                        sw_to_l::$binary => {
                            to_local!($f, top, code.wide[op::b($word) as usize], op::a($word), 3);
                            drop!(1);
                        }
                        ss_to_l::$binary => {
                            to_local!($f, below!(1), top, op::a($word), 2);
                            drop!(2);
                        }
                        sl_to_l::$binary => {
                            to_local!($f, top, local!(op::a($word)), op::b($word), 3);
                            drop!(1);
                        }
                        sc_to_l::$binary => {
                            to_local!($f, top, u64::from(op::b($word)), op::a($word), 3);
                            drop!(1);
                        }
                        ll_to_l::$binary => {
                            let (y, to) = (op::b($word) as u16, op::b($word) >> 16);
                            to_local!($f, local!(op::a($word)), local!(y), to, 4);
                        }
                        lc_to_l::$binary => {
                            let (x, to) = (low!(op::a($word)), high!(op::a($word)));
                            to_local!($f, local!(x), u64::from(op::b($word)), to, 4);
                        }
                        wl::$binary => {
                            to_stack!($f, code.wide[op::b($word) as usize], local!(op::a($word)), 3);
                        }
                        sf::$binary => {
                            let f: fn(u64, u64) -> u64 = $f;
                            top = f(top, get!(local!(op::a($word)), op::b($word), op::b($word) >> 16));
                            done!(3);
                        }
                        fl::$binary => {
                            let (object, y) = (low!(op::a($word)), high!(op::a($word)));
                            let x = get!(local!(object), op::b($word), op::b($word) >> 16);
                            to_stack!($f, x, local!(y), 4);
                        }
                        ss_to_f::$binary => {
                            let f: fn(u64, u64) -> u64 = $f;
                            put!(below!(2), op::a($word), op::b($word), f(below!(1), top));
                            drop!(3);
                            done!(2);
                        }
                        ss_to_e::$binary => {
                            let f: fn(u64, u64) -> u64 = $f;
                            store!($et, $ebytes, below!(3), below!(2), f(below!(1), top));
                            drop!(4);
                            done!(2);
                        }
                        se::$binary => {
                            let f: fn(u64, u64) -> u64 = $f;
                            let y = load!($et, $ebytes, u64::from, local!(op::a($word)), local!(op::b($word)));
                            top = f(top, y);
                            done!(4);
                        }
                        le_to_l::$binary => {
                            let (x, to) = (op::b($word) as u16, op::b($word) >> 16);
                            let (array, index) = (low!(op::a($word)), high!(op::a($word)));
                            let y = load!($et, $ebytes, u64::from, local!(array), local!(index));
                            to_local!($f, local!(x), y, to, 6);
                        }
                    )*
                    $(
                        product_ss::$product => {
                            let (times, plus): (fn(u64, u64) -> u64, fn(u64, u64) -> u64) = ($times, $plus);
                            top = plus(below!(2), times(below!(1), top));
                            sp = back!(sp, 2);
                            done!(2);
                        }
                        product_ss_to_l::$product => {
                            let (times, plus): (fn(u64, u64) -> u64, fn(u64, u64) -> u64) = ($times, $plus);
                            set_local!(op::a($word), plus(below!(2), times(below!(1), top)));
                            drop!(3);
                            done!(3);
                        }
                        product_ll::$product => {
                            let (times, plus): (fn(u64, u64) -> u64, fn(u64, u64) -> u64) = ($times, $plus);
                            top = plus(top, times(local!(op::a($word)), local!(op::b($word))));
                            done!(4);
                        }
                    )*
                    $(
                        xor_lc::$shifted => {
                            let f: fn(u64, u64, u32) -> u64 = $xor;
                            top = f(top, local!(op::a($word)), op::b($word));
                            done!(4);
                        }
                        xor_lc_to_l::$shifted => {
                            let f: fn(u64, u64, u32) -> u64 = $xor;
                            let (y, to) = (low!(op::a($word)), high!(op::a($word)));
                            set_local!(to, f(top, local!(y), op::b($word)));
                            drop!(1);
                            done!(5);
                        }
                        xor_llc_to_l::$shifted => {
                            let f: fn(u64, u64, u32) -> u64 = $xor;
                            let (x, y) = (low!(op::a($word)), high!(op::a($word)));
                            set_local!(op::b($word) as u16, f(local!(x), local!(y), op::b($word) >> 16));
                            done!(6);
                        }
                    )*
                    $(
                        divide_ss::$divided => {
                            top = divided!($wide, $g, below!(1), top);
                            sp = back!(sp, 1);
                            done!(1);
                        }
                        divide_sl::$divided => {
                            top = divided!($wide, $g, top, local!(op::a($word)));
                            done!(2);
                        }
                        divide_sc::$divided => {
                            top = divided!($wide, $g, top, u64::from(op::b($word)));
                            done!(2);
                        }
                        divide_lc::$divided => {
                            let value = divided!($wide, $g, local!(op::a($word)), u64::from(op::b($word)));
                            push!(value);
                            done!(3);
                        }
                    )*
                    $(
                        if_s::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            branch_popping!($word, 1, 1, test(int!(top), 0));
                        }
                        if_l::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            branch!($word, 2, test(int!(local!(op::a($word))), 0));
                        }
                        if_ss::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            branch_popping!($word, 1, 2, test(int!(below!(1)), int!(top)));
                        }
                        if_sl::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            branch_popping!($word, 2, 1, test(int!(top), int!(local!(op::a($word)))));
                        }
                        if_sc::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            branch_popping!($word, 2, 1, test(int!(top), i32::from(op::a($word) as i16)));
                        }
                        if_ll::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (x, y) = (low!(op::a($word)), high!(op::a($word)));
                            branch!($word, 3, test(int!(local!(x)), int!(local!(y))));
                        }
                        if_lc::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (x, y) = (low!(op::a($word)), i32::from(high!(op::a($word)) as i8));
                            branch!($word, 3, test(int!(local!(x)), y));
                        }
                        if_length::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (x, array) = (low!(op::a($word)), local!(high!(op::a($word))) as Ref);
                            if array == 0 {
                                break;
                            }
                            branch!($word, 4, test(int!(local!(x)), (running!(array) >> 32) as i32));
                        }
                        if_long::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let order = (below!(1) as i64).cmp(&(top as i64)) as i32;
                            branch_popping!($word, 2, 2, test(order, 0));
                        }
                        if_long_sc::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let order = (top as i64).cmp(&i64::from(op::a($word))) as i32;
                            branch_popping!($word, 3, 1, test(order, 0));
                        }
                        if_long_lc::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (x, y) = (low!(op::a($word)), high!(op::a($word)));
                            let order = (local!(x) as i64).cmp(&i64::from(y)) as i32;
                            branch!($word, 4, test(order, 0));
                        }
                        if_double_l::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let order = compare(f64::from_bits(below!(1)), f64::from_bits(top), false);
                            branch_popping!($word, 2, 2, test(order, 0));
                        }
                        if_double_g::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let order = compare(f64::from_bits(below!(1)), f64::from_bits(top), true);
                            branch_popping!($word, 2, 2, test(order, 0));
                        }
                        if_bits::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (x, mask) = (low!(op::a($word)), i32::from(high!(op::a($word))));
                            branch!($word, 4, test(int!(local!(x)) & mask, 0));
                        }
                        if_long_bits::$condition => {
                            let test: fn(i64, i64) -> bool = $test;
                            let (x, mask) = (low!(op::a($word)), i64::from(high!(op::a($word))));
                            branch!($word, 6, test(local!(x) as i64 & mask, 0));
                        }
                        if_field::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (x, object) = (low!(op::a($word)), high!(op::a($word)));
                            let field = op::b($word) >> 16;
                            let y = get!(local!(object), field & 0x3fff, field >> 14);
                            if test(int!(local!(x)), int!(y)) {
                                jump!(op::b($word) as u16, 4);
                            } else {
                                done!(4);
                            }
                        }
                        if_byte::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let value = load!(i8, 1, byte_bits, below!(1), top);
                            branch_popping!($word, 2, 2, test(int!(value), 0));
                        }
                        if_byte_sl::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let value = load!(i8, 1, byte_bits, top, local!(op::a($word)));
                            branch_popping!($word, 3, 1, test(int!(value), 0));
                        }
                        if_byte_ll::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (array, index) = (low!(op::a($word)), high!(op::a($word)));
                            let value = load!(i8, 1, byte_bits, local!(array), local!(index));
                            branch!($word, 4, test(int!(value), 0));
                        }
                        if_byte_fl::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (object, index) = (low!(op::a($word)), high!(op::a($word)));
                            let field = op::b($word) >> 16;
                            let array = get!(local!(object), field & 0x3fff, field >> 14);
                            let value = load!(i8, 1, byte_bits, array, local!(index));
                            if test(int!(value), 0) {
                                jump!(op::b($word) as u16, 5);
                            } else {
                                done!(5);
                            }
                        }
                        loop_ll::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (slot, next) = counted!($word);
                            close_loop!(slot, next, $word, 3, test(next, int!(local!(beside!($word)))));
                        }
                        loop_lc::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (slot, next) = counted!($word);
                            close_loop!(slot, next, $word, 3, test(next, i32::from(beside!($word) as i16)));
                        }
                        loop_length::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (slot, next) = counted!($word);
                            let array = local!(beside!($word)) as Ref;
                            if array == 0 {
                                break;
                            }
                            close_loop!(slot, next, $word, 4, test(next, (running!(array) >> 32) as i32));
                        }
                        step_ll::$condition => {
                            let test: fn(i32, i32) -> bool = $test;
                            let (slot, by) = (low!(op::a($word)), high!(op::a($word)));
                            let next = int!(local!(slot)).wrapping_add(int!(local!(by)));
                            close_loop!(slot, next, $word, 3, test(next, int!(local!(beside!($word)))));
                        }
                    )*
                    $(
                        load_ss::$loaded => {
                            top = load!($lt, $lbytes, $extend, below!(1), top);
                            sp = back!(sp, 1);
                            done!(1);
                        }
                        load_sl::$loaded => {
                            top = load!($lt, $lbytes, $extend, top, local!(op::a($word)));
                            done!(2);
                        }
                        load_ll::$loaded => {
                            let value = load!($lt, $lbytes, $extend, local!(op::a($word)), local!(op::b($word)));
                            push!(value);
                            done!(3);
                        }
                        load_ll_to_l::$loaded => {
                            let (index, to) = (op::b($word) as u16, op::b($word) >> 16);
                            let value = load!($lt, $lbytes, $extend, local!(op::a($word)), local!(index));
                            set_local!(to, value);
                            done!(4);
                        }
                        load_llc::$loaded => {
                            let (array, index) = (low!(op::a($word)), high!(op::a($word)));
                            let index = (local!(index) as u32).wrapping_add(op::b($word));
                            let value = load!($lt, $lbytes, $extend, local!(array), index);
                            push!(value);
                            done!(5);
                        }
                        load_lll::$loaded => {
                            let (outer, index) = (local!(low!(op::a($word))), local!(high!(op::a($word))));
                            let array = load!(u64, 8, |v| v, outer, index);
                            let value = load!($lt, $lbytes, $extend, array, local!(op::b($word)));
                            push!(value);
                            done!(5);
                        }
                        load_fl::$loaded => {
                            let (object, index) = (low!(op::a($word)), high!(op::a($word)));
                            let array = get!(local!(object), op::b($word), op::b($word) >> 16);
                            let value = load!($lt, $lbytes, $extend, array, local!(index));
                            push!(value);
                            done!(4);
                        }
                        load_sm::$loaded => {
                            let index = top as u32 & op::b($word);
                            top = load!($lt, $lbytes, $extend, below!(1), index);
                            sp = back!(sp, 1);
                            done!(3);
                        }
                        load_l_ll::$loaded => {
                            let (array, index) = (low!(op::a($word)), high!(op::a($word)));
                            let value = load!($lt, $lbytes, $extend, local!(array), local!(index));
                            push!(local!(op::b($word)));
                            push!(value);
                            done!(4);
                        }
                        load_two_ll::$loaded => {
                            let (array, index) = (low!(op::a($word)), high!(op::a($word)));
                            let value = load!($lt, $lbytes, $extend, local!(array), local!(index));
                            push!(local!(op::b($word) as u16));
                            push!(local!(op::b($word) >> 16));
                            push!(value);
                            done!(5);
                        }
                        load_l_lll::$loaded => {
                            let (outer, index) = (local!(low!(op::a($word))), local!(high!(op::a($word))));
                            let array = load!(u64, 8, |v| v, outer, index);
                            let value = load!($lt, $lbytes, $extend, array, local!(op::b($word) as u16));
                            push!(local!(op::b($word) >> 16));
                            push!(value);
                            done!(6);
                        }
                        load_dup::$loaded => {
                            let value = load!($lt, $lbytes, $extend, below!(1), top);
                            push!(value);
                            done!(2);
                        }
                        load_dup_ll::$loaded => {
                            let (array, index) = (local!(op::a($word)), local!(op::b($word)));
                            let value = load!($lt, $lbytes, $extend, array, index);
                            push!(array);
                            push!(index);
                            push!(value);
                            done!(4);
                        }
                    )*
                    $(
                        store_sss::$stored => {
                            store!($st, $sbytes, below!(2), below!(1), top);
                            drop!(3);
                            done!(1);
                        }
                        store_ssl::$stored => {
                            store!($st, $sbytes, below!(1), top, local!(op::a($word)));
                            drop!(2);
                            done!(2);
                        }
                        store_ssc::$stored => {
                            store!($st, $sbytes, below!(1), top, u64::from(op::b($word)));
                            drop!(2);
                            done!(2);
                        }
                        store_lll::$stored => {
                            let (array, index) = (low!(op::a($word)), high!(op::a($word)));
                            store!($st, $sbytes, local!(array), local!(index), local!(op::b($word)));
                            done!(4);
                        }
                        store_llc::$stored => {
                            let (array, index) = (low!(op::a($word)), high!(op::a($word)));
                            store!($st, $sbytes, local!(array), local!(index), u64::from(op::b($word)));
                            done!(4);
                        }
                        copy::$stored => {
                            let from = op::b($word) as u16;
                            let value = load!($st, $sbytes, u64::from, local!(low!(from)), local!(high!(from)));
                            let (array, index) = (low!(op::a($word)), high!(op::a($word)));
                            store!($st, $sbytes, local!(array), local!(index), value);
                            done!(6);
                        }
                    )*
                    code => checked::no_such_instruction(code),
                }
            };
        }
        macro_rules! converted {
            ($f:expr) => {{
                let f: fn(u64) -> u64 = $f;
                top = f(top);
                done!(1);
            }};
        }
        macro_rules! ordered {
            ($order:expr) => {{
                let order: i32 = $order;
                top = u64::from(order as u32);
                sp = back!(sp, 1);
                done!(1);
            }};
        }

        loop {
            let word = fetch!(pc);
            dispatch! {
                word;
                binary {
                    IADD: u32, 4, |x, y| int_bits(int!(x).wrapping_add(int!(y)));
                    ISUB: u32, 4, |x, y| int_bits(int!(x).wrapping_sub(int!(y)));
                    IMUL: u32, 4, |x, y| int_bits(int!(x).wrapping_mul(int!(y)));
                    IAND: u32, 4, |x, y| int_bits(int!(x) & int!(y));
                    IOR: u32, 4, |x, y| int_bits(int!(x) | int!(y));
                    IXOR: u32, 4, |x, y| int_bits(int!(x) ^ int!(y));
                    ISHL: u32, 4, |x, y| int_bits(int!(x).wrapping_shl(y as u32));
                    ISHR: u32, 4, |x, y| int_bits(int!(x).wrapping_shr(y as u32));
                    IUSHR: u32, 4, |x, y| u64::from((x as u32).wrapping_shr(y as u32));
                    LADD: u64, 8, u64::wrapping_add;
                    LSUB: u64, 8, u64::wrapping_sub;
                    LMUL: u64, 8, u64::wrapping_mul;
                    LAND: u64, 8, |x, y| x & y;
                    LOR: u64, 8, |x, y| x | y;
                    LXOR: u64, 8, |x, y| x ^ y;
                    LSHL: u64, 8, |x, y| x.wrapping_shl(y as u32);
                    LSHR: u64, 8, |x, y| (x as i64).wrapping_shr(y as u32) as u64;
                    LUSHR: u64, 8, |x, y| x.wrapping_shr(y as u32);
                    FADD: u32, 4, |x, y| float_bits(float(x) + float(y));
                    FSUB: u32, 4, |x, y| float_bits(float(x) - float(y));
                    FMUL: u32, 4, |x, y| float_bits(float(x) * float(y));
                    FDIV: u32, 4, |x, y| float_bits(float(x) / float(y));
                    DADD: u64, 8, |x, y| (f64::from_bits(x) + f64::from_bits(y)).to_bits();
                    DSUB: u64, 8, |x, y| (f64::from_bits(x) - f64::from_bits(y)).to_bits();
                    DMUL: u64, 8, |x, y| (f64::from_bits(x) * f64::from_bits(y)).to_bits();
                    DDIV: u64, 8, |x, y| (f64::from_bits(x) / f64::from_bits(y)).to_bits();
                }
                product {
                    IADD: |x, y| u64::from((x as u32).wrapping_mul(y as u32)), |x, y| u64::from((x as u32).wrapping_add(y as u32));
                    ISUB: |x, y| u64::from((x as u32).wrapping_mul(y as u32)), |x, y| u64::from((x as u32).wrapping_sub(y as u32));
                    LADD: u64::wrapping_mul, u64::wrapping_add;
                    LSUB: u64::wrapping_mul, u64::wrapping_sub;
                    FADD: |x, y| float_bits(float(x) * float(y)), |x, y| float_bits(float(x) + float(y));
                    FSUB: |x, y| float_bits(float(x) * float(y)), |x, y| float_bits(float(x) - float(y));
                    DADD: |x, y| double_bits(double(x) * double(y)), |x, y| double_bits(double(x) + double(y));
                    DSUB: |x, y| double_bits(double(x) * double(y)), |x, y| double_bits(double(x) - double(y));
                }
                shifted {
                    ISHL: |x, y, by| int_bits(int!(x) ^ int!(y).wrapping_shl(by));
                    ISHR: |x, y, by| int_bits(int!(x) ^ int!(y).wrapping_shr(by));
                    IUSHR: |x, y, by| u64::from(x as u32 ^ (y as u32).wrapping_shr(by));
                    LSHL: |x, y, by| x ^ y.wrapping_shl(by);
                    LSHR: |x, y, by| x ^ (y as i64).wrapping_shr(by) as u64;
                    LUSHR: |x, y, by| x ^ y.wrapping_shr(by);
                }
                divided {
                    IDIV: false, |x, y| int_bits(int!(x).wrapping_div(int!(y)));
                    IREM: false, |x, y| int_bits(int!(x).wrapping_rem(int!(y)));
                    LDIV: true, |x, y| (x as i64).wrapping_div(y as i64) as u64;
                    LREM: true, |x, y| (x as i64).wrapping_rem(y as i64) as u64;
                }
                condition {
                    EQ: |x, y| x == y;
                    NE: |x, y| x != y;
                    LT: |x, y| x < y;
                    GE: |x, y| x >= y;
                    GT: |x, y| x > y;
                    LE: |x, y| x <= y;
                }
                loaded {
                    B: i8, 1, byte_bits;
                    C: u16, 2, u64::from;
                    S: i16, 2, |v| int_bits(i32::from(v));
                    I: u32, 4, u64::from;
                    L: u64, 8, |v| v;
                }
                stored {
                    B: u8, 1;
                    C: u16, 2;
                    I: u32, 4;
                    L: u64, 8;
                }
                one {
                    LEAVE => break,
                    NOP => done!(1),
                    CONST => {
                        push!(u64::from(op::b(word)));
                        done!(1);
                    },
                    LDC64 => {
                        push!(code.wide[op::b(word) as usize]);
                        done!(1);
                    },
                    LDC_REF => {
                        let object = op::b(word);
                        if running!(object) == 0 {
                            break;
                        }
                        push!(u64::from(object));
                        done!(1);
                    },
                    LOAD => {
                        push!(local!(op::a(word)));
                        done!(1);
                    },
                    STORE => {
                        set_local!(op::a(word), top);
                        drop!(1);
                        done!(1);
                    },
                    IINC => {
                        let value = (local!(op::a(word)) as u32).wrapping_add(op::b(word));
                        set_local!(op::a(word), u64::from(value));
                        done!(1);
                    },
                    POP => {
                        drop!(1);
                        done!(1);
                    },
                    POP2 => {
                        drop!(2);
                        done!(1);
                    },
                    DUP => {
                        push!(top);
                        done!(1);
                    },
                    DUP_X1 => {
                        let b = below!(1);
                        set_word_at!(back!(sp, 2), top);
                        set_word_at!(back!(sp, 1), b);
                        sp = ahead!(sp, 1);
                        done!(1);
                    },
                    DUP_X2 => {
                        let (c, b) = (below!(2), below!(1));
                        set_word_at!(back!(sp, 3), top);
                        set_word_at!(back!(sp, 2), c);
                        set_word_at!(back!(sp, 1), b);
                        sp = ahead!(sp, 1);
                        done!(1);
                    },
                    DUP2 => {
                        let a = top;
                        push!(below!(1));
                        push!(a);
                        done!(1);
                    },
                    SWAP => {
                        let b = below!(1);
                        set_word_at!(back!(sp, 2), top);
                        top = b;
                        done!(1);
                    },
                    INEG => converted!(|x| u64::from((x as u32).wrapping_neg())),
                    LNEG => converted!(u64::wrapping_neg),
                    FNEG => converted!(|x| float_bits(-float(x))),
                    DNEG => converted!(|x| (-f64::from_bits(x)).to_bits()),
                    I2L => converted!(|x| i64::from(int!(x)) as u64),
                    I2F => converted!(|x| float_bits(int!(x) as f32)),
                    I2D => converted!(|x| f64::from(int!(x)).to_bits()),
                    L2I => converted!(|x| u64::from(x as u32)),
                    L2F => converted!(|x| float_bits(x as i64 as f32)),
                    L2D => converted!(|x| (x as i64 as f64).to_bits()),
                    F2I => converted!(|x| int_bits(float(x) as i32)),
                    F2L => converted!(|x| float(x) as i64 as u64),
                    F2D => converted!(|x| f64::from(float(x)).to_bits()),
                    D2I => converted!(|x| int_bits(f64::from_bits(x) as i32)),
                    D2L => converted!(|x| f64::from_bits(x) as i64 as u64),
                    D2F => converted!(|x| float_bits(f64::from_bits(x) as f32)),
                    I2B => converted!(|x| int_bits(i32::from(x as i8))),
                    I2C => converted!(|x| u64::from(x as u16)),
                    I2S => converted!(|x| int_bits(i32::from(x as i16))),
                    LCMP => ordered!((below!(1) as i64).cmp(&(top as i64)) as i32),
                    FCMPL => ordered!(compare(f64::from(float(below!(1))), f64::from(float(top)), false)),
                    FCMPG => ordered!(compare(f64::from(float(below!(1))), f64::from(float(top)), true)),
                    DCMPL => ordered!(compare(f64::from_bits(below!(1)), f64::from_bits(top), false)),
                    DCMPG => ordered!(compare(f64::from_bits(below!(1)), f64::from_bits(top), true)),
                    GOTO => jump!(op::b(word), 1),
                    TABLESWITCH => {
                        let switch = &code.switches[op::b(word) as usize];
                        let key = int!(top);
                        let at = key.wrapping_sub(switch.low) as u32 as usize;
                        let target = if key >= switch.low { switch.dense.get(at) } else { None };
                        jump!(target.copied().unwrap_or(switch.default), 1);
                        drop!(1);
                    },
                    LOOKUPSWITCH => {
                        let switch = &code.switches[op::b(word) as usize];
                        let found = switch.sparse.binary_search_by_key(&int!(top), |entry| entry.0);
                        jump!(found.map_or(switch.default, |i| switch.sparse[i].1), 1);
                        drop!(1);
                    },
                    RETURN => {
                        leave!();
                        top = word_at!(back!(sp, 1));
                    },
                    RETURN_VALUE => leave_with!(top),
                    RETURN_OUT => {
                        if top != 0 && running!(top as Ref) & TRUSTED != 0 {
                            break;
                        }
                        leave_with!(top);
                    },
                    LOAD_RETURN => leave_with!(local!(op::a(word))),
                    ARRAY_COPY => {
                        let (source, target) = (local!(0) as Ref, local!(2) as Ref);
                        let (from, to, count) = (local!(1) as u32, local!(3) as u32, local!(4) as u32);
                        if source == 0 || target == 0 {
                            break;
                        }
                        let [source_header, target_header] = [source, target].map(|array| running!(array));
                        let is_shared = (source_header | target_header) & SHARED != 0;
                        if (source_header ^ target_header) & CLASS_MASK != 0 || multi && is_shared {
                            break;
                        }
                        let Shape::Array(kind, _) = class_of!(source).shape else { break };
                        // A negative number is larger than any length.
                        let fits = |from: u32, header: u64| u64::from(from) + u64::from(count) <= header >> 32;
                        if !fits(from, source_header) || !fits(to, target_header) {
                            break;
                        }
                        let bytes = (count as usize) << kind.shift();
                        let [from, to] = [(source, from), (target, to)]
                            .map(|(array, index)| u64::from(array) * 8 + ARRAY_BASE + (u64::from(index) << kind.shift()));
                        if bytes > FEW_BYTES || !self.arena.are_bytes_touched(to, bytes) {
                            break;
                        }
                        // What was looked at is true behind the return, too.
                        leave!();
                        top = word_at!(back!(sp, 1));
                        self.arena.copy_few_touched(from, to, bytes);
                    },
                    GETSTATIC_Q => {
                        push!(running!(op::b(word)));
                        done!(1);
                    },
                    GETSTATIC_V => {
                        let Some(field) = self.fields.get(op::b(word) as usize) else { break };
                        if switching && field.visibility != Visibility::Quiet || !self.is_initialized(field.class()) {
                            break;
                        }
                        push!(running!(field.place));
                        done!(1);
                    },
                    PUTSTATIC => {
                        let Some(field) = self.fields.get(op::b(word) as usize) else { break };
                        if multi || !touched!(field.place) || !self.is_initialized(field.class()) {
                            break;
                        }
                        set_running!(field.place, top);
                        drop!(1);
                        done!(1);
                    },
                    INVOKEVIRTUAL => {
                        let class = class_of!(receiver!(word));
                        let Some(callee) = class.vtable.get(op::b(word) as usize) else { break };
                        enter!(callee);
                    },
                    INVOKEDIRECT => {
                        receiver!(word);
                        let Some(callee) = self.methods.get(op::b(word) as usize) else { break };
                        enter!(callee);
                    },
                    INVOKESTATIC => {
                        let Some(callee) = self.methods.get(op::b(word) as usize) else { break };
                        if op::a(word) == 0 && !self.is_initialized(callee.class()) {
                            break;
                        }
                        enter!(callee);
                    },
                    INVOKEINTERFACE => {
                        let class = class_of!(receiver!(word));
                        let Some(declared) = self.methods.get(op::b(word) as usize) else { break };
                        let Some(callee) = class.itable.get(declared.selector) else { break };
                        if !is_surely(class, declared.class()) {
                            break;
                        }
                        enter!(callee);
                    },
                    NEW => {
                        push!(allocated!(word));
                        done!(1);
                    },
                    NEW_DUP => {
                        let object = allocated!(word);
                        push!(object);
                        push!(object);
                        done!(2);
                    },
                    ARRAYLENGTH => {
                        if top == 0 {
                            break;
                        }
                        top = running!(top as Ref) >> 32;
                        done!(1);
                    },
                    LOAD_LENGTH => {
                        let array = local!(op::a(word)) as Ref;
                        if array == 0 {
                            break;
                        }
                        push!(running!(array) >> 32);
                        done!(2);
                    },
                    CHECKCAST => {
                        if top != 0 && !is_surely(class_of!(top as Ref), class_operand!(word)) {
                            break;
                        }
                        done!(1);
                    },
                    INSTANCEOF => {
                        if top != 0 {
                            let class = class_of!(top as Ref);
                            // The other loop knows how arrays of one class are arrays of another.
                            if !matches!(class.shape, Shape::Instance) {
                                break;
                            }
                            top = u64::from(is_surely(class, class_operand!(word)));
                        }
                        done!(1);
                    },
                    AASTORE => {
                        let (array, index, value) = (below!(2) as Ref, below!(1) as u32, top as Ref);
                        let header = element!(array, index);
                        let address = array + HEADER + index;
                        if multi && header & SHARED != 0 || !touched!(address) {
                            break;
                        }
                        if value != 0 {
                            let Some(component) = class_of!(array).component() else { break };
                            if !is_surely(class_of!(value), component) {
                                break;
                            }
                        }
                        checked::element(self, array, index, 8);
                        set_running!(address, u64::from(value));
                        drop!(3);
                        done!(1);
                    },
                    LOAD_LOAD => {
                        push!(local!(op::a(word)));
                        push!(local!(op::b(word)));
                        done!(2);
                    },
                    LOAD_CONST => {
                        push!(local!(op::a(word)));
                        push!(u64::from(op::b(word)));
                        done!(2);
                    },
                    STORE_LOAD => {
                        set_local!(op::a(word), top);
                        top = local!(op::b(word));
                        done!(2);
                    },
                    LOAD_STORE => {
                        set_local!(op::b(word), local!(op::a(word)));
                        done!(2);
                    },
                    CONST_STORE => {
                        set_local!(op::a(word), u64::from(op::b(word)));
                        done!(2);
                    },
                    IINC_GOTO => {
                        let (slot, next) = counted!(word);
                        jump!(op::b(word), 2);
                        set_local!(slot, int_bits(next));
                    },
                    GET => {
                        top = get!(top, op::a(word), op::b(word));
                        done!(1);
                    },
                    GET_L => {
                        let value = get!(local!(op::a(word)), op::b(word), op::b(word) >> 16);
                        push!(value);
                        done!(2);
                    },
                    GET_DUP => {
                        let object = local!(op::a(word));
                        let value = get!(object, op::b(word), op::b(word) >> 16);
                        push!(object);
                        push!(value);
                        done!(3);
                    },
                    GET_L_TO_L => {
                        let (object, to) = (low!(op::a(word)), high!(op::a(word)));
                        let value = get!(local!(object), op::b(word), op::b(word) >> 16);
                        set_local!(to, value);
                        done!(3);
                    },
                    GET_GET => {
                        let (outer, inner) = (op::b(word) as u16, (op::b(word) >> 16) as u16);
                        let object = get!(local!(op::a(word)), outer & 0x3fff, u32::from(outer >> 14));
                        let value = get!(object, inner & 0x3fff, u32::from(inner >> 14));
                        push!(value);
                        done!(3);
                    },
                    PUT => {
                        put!(below!(1), op::a(word), op::b(word), top);
                        drop!(2);
                        done!(1);
                    },
                    PUT_SL => {
                        put!(top, op::b(word), op::b(word) >> 16, local!(op::a(word)));
                        drop!(1);
                        done!(2);
                    },
                    PUT_LL => {
                        let (object, value) = (low!(op::a(word)), high!(op::a(word)));
                        put!(local!(object), op::b(word), op::b(word) >> 16, local!(value));
                        done!(3);
                    },
                    ADD_TO_INT => {
                        let (object, by) = (local!(low!(op::a(word))), i32::from(high!(op::a(word)) as i8));
                        let kind = op::b(word) >> 16;
                        let value = get!(object, op::b(word), kind);
                        put!(object, op::b(word), kind, int_bits(int!(value).wrapping_add(by)));
                        done!(6);
                    },
                    I2L_LADD_PUT => {
                        put!(below!(2), op::a(word), op::b(word), below!(1).wrapping_add(i64::from(int!(top)) as u64));
                        drop!(3);
                        done!(3);
                    },
                    I2L_LADD => {
                        top = below!(1).wrapping_add(i64::from(int!(top)) as u64);
                        sp = back!(sp, 1);
                        done!(2);
                    },
                }
            }
        }
        set_word_at!(back!(sp, 1), top);
        Place { code, pc: index_of(pc, ops), sp, lp }
    }
}

#[inline(always)]
fn int_bits(value: i32) -> u64 {
    u64::from(value as u32)
}

#[inline(always)]
fn byte_bits(value: i8) -> u64 {
    int_bits(i32::from(value))
}

#[inline(always)]
fn float(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

#[inline(always)]
fn float_bits(value: f32) -> u64 {
    u64::from(value.to_bits())
}

#[inline(always)]
fn double(bits: u64) -> f64 {
    f64::from_bits(bits)
}

#[inline(always)]
fn double_bits(value: f64) -> u64 {
    value.to_bits()
}

/// Whether instances of a class are instances of another; of arrays it is said only where the two are the same.
#[inline(always)]
fn is_surely(class: ClassRef, other: ClassRef) -> bool {
    if std::ptr::eq(class, other) {
        return true;
    }
    if !matches!(other.shape, Shape::Instance) {
        return false;
    }
    if other.access & acc::INTERFACE != 0 {
        return class.all_interfaces.binary_search(&other.id).is_ok();
    }
    let depth = other.supers.len();
    depth > 0 && class.supers.get(depth - 1) == Some(&other.id)
}
