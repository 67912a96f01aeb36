//! Which instruction of the fast loop takes the place of decoded ones: the longest row of them that there is one for.
//!
//! The choice at a place is a function of the decoded instructions from there on, and says nothing of those behind: a fused instruction does the
//! work of a row and goes on behind it, and a jump into the middle of the row finds there what was chosen for that place.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::codes::{self as fast, one};
use super::rows::{
    array_load, array_store, binary, comparison, division, get_kind, product, put_kind, shifted, test, tested_byte,
    to_element, with_element,
};
use crate::vm::exec::code::Code;
use crate::vm::exec::op::{self, pack};

/// Decoded instructions that one of the fast loop can stand for.
const LONGEST: usize = 6;

/// What the fast loop runs in place of these instructions.
pub fn select_all(ops: &[AtomicU64]) -> Box<[AtomicU64]> {
    (0..ops.len()).map(|at| AtomicU64::new(choose(ops, at))).collect()
}

impl Code {
    /// The instruction at `at` has become quick: what stands for it, and for rows that it is a part of, is chosen anew. Two workers may do so at
    /// the same time: what either chooses does the same, for any mixture of slow and quick instructions.
    pub fn select_again(&self, at: usize) {
        // Two moves look at the row behind the first of them. A loop's end looks at its beginning, which has no quick forms.
        for at in at.saturating_sub(LONGEST)..=at {
            if let Some(word) = self.fast.get(at) {
                word.store(choose(&self.ops, at), Ordering::Release);
            }
        }
    }
}

/// An instruction of the fast loop, and how many decoded ones it stands for.
struct Choice {
    word: u64,
    length: usize,
}

fn some(length: usize, word: u64) -> Option<Choice> {
    Some(Choice { word, length })
}

/// Two slots in one operand, if they are small enough.
fn two(low: u16, high: u16) -> Option<u16> {
    (low <= 0xff && high <= 0xff).then_some(low | high << 8)
}

/// A slot and a small number in one operand.
fn with_small(slot: u16, number: u32) -> Option<u16> {
    let small = i8::try_from(number as i32).ok()?;
    two(slot, u16::from(small as u8))
}

/// A field as an operand: its offset, and above that the kind of access.
fn field(word: u64, kind: u32) -> u32 {
    u32::from(op::a(word)) | kind << 16
}

/// The same in 16 bits, if the offset is small enough.
fn small_field(word: u64, kind: u32) -> Option<u32> {
    let offset = u32::from(op::a(word));
    (offset < 1 << 14).then_some(offset | kind << 14)
}

/// The decoded instructions from a place on; behind the last one there is nothing that could be fused.
fn row_at(ops: &[AtomicU64], at: usize) -> [u64; LONGEST] {
    std::array::from_fn(|n| ops.get(at + n).map_or(0, |word| word.load(Ordering::Relaxed)))
}

/// What the fast loop runs at a place.
fn choose(ops: &[AtomicU64], at: usize) -> u64 {
    let row = row_at(ops, at);
    match loop_end(ops, at, &row).or_else(|| fused(&row)).or_else(|| moves(ops, at, &row)) {
        Some(choice) => choice.word,
        None => alone(row[0]),
    }
}

/// A row in one, if there is an instruction for it.
fn fused(row: &[u64; LONGEST]) -> Option<Choice> {
    match op::op(row[0]) {
        op::LOAD => match op::op(row[1]) {
            op::LOAD => after_two_loads(row),
            op::CONST => after_load_and_constant(row),
            op::LDC64 => some(3, pack(fast::lw::FIRST + binary(row[2])?, op::a(row[0]), op::b(row[1]))),
            _ => after_load(row),
        },
        op::CONST => after_constant(row),
        op::LDC64 if op::op(row[2]) == op::STORE => {
            some(3, pack(fast::sw_to_l::FIRST + binary(row[1])?, op::a(row[2]), op::b(row[0])))
        }
        op::LDC64 if op::op(row[1]) == op::LOAD => {
            some(3, pack(fast::wl::FIRST + binary(row[2])?, op::a(row[1]), op::b(row[0])))
        }
        op::LDC64 => some(2, pack(fast::sw::FIRST + binary(row[1])?, 0, op::b(row[0]))),
        op::LCMP => some(2, pack(fast::if_long::FIRST + test(row[1])?, 0, op::b(row[1]))),
        op::DCMPL => some(2, pack(fast::if_double_l::FIRST + test(row[1])?, 0, op::b(row[1]))),
        op::DCMPG => some(2, pack(fast::if_double_g::FIRST + test(row[1])?, 0, op::b(row[1]))),
        op::BALOAD => some(2, pack(fast::if_byte::FIRST + test(row[1])?, 0, op::b(row[1]))),
        op::DUP2 => some(2, pack(fast::load_dup::FIRST + array_load(row[1])?, 0, 0)),
        op::NEW_Q if op::op(row[1]) == op::DUP => some(2, pack(one::NEW_DUP, 0, op::b(row[0]))),
        op::I2L if op::op(row[1]) == op::LADD => match put_kind(row[2]) {
            Some(kind) => some(3, pack(one::I2L_LADD_PUT, op::a(row[2]), kind)),
            None => some(2, pack(one::I2L_LADD, 0, 0)),
        },
        _ => after_operands(row),
    }
}

/// Rows that begin with an arithmetic instruction.
fn after_operands(row: &[u64; LONGEST]) -> Option<Choice> {
    if let Some(n) = product(row[0], row[1]) {
        return match op::op(row[2]) {
            op::STORE => some(3, pack(fast::product_ss_to_l::FIRST + n, op::a(row[2]), 0)),
            _ => some(2, pack(fast::product_ss::FIRST + n, 0, 0)),
        };
    }
    if let Some(n) = to_element(row[0], row[1]) {
        return some(2, pack(fast::ss_to_e::FIRST + n, 0, 0));
    }
    let n = binary(row[0])?;
    if let Some(kind) = put_kind(row[1]) {
        return some(2, pack(fast::ss_to_f::FIRST + n, op::a(row[1]), kind));
    }
    (op::op(row[1]) == op::STORE).then(|| some(2, pack(fast::ss_to_l::FIRST + n, op::a(row[1]), 0)))?
}

/// Rows that begin with two loads.
fn after_two_loads(row: &[u64; LONGEST]) -> Option<Choice> {
    let (first, second, third) = (op::a(row[0]), op::a(row[1]), op::a(row[2]));
    let both = two(first, second);
    // `third` and the one behind it, where these are loads, too.
    let others = || (op::op(row[2]) == op::LOAD && op::op(row[3]) == op::LOAD).then(|| two(third, op::a(row[3])))?;
    let copied = || {
        let from = others()?;
        let to = array_store(row[5])?;
        let code = match (op::op(row[4]), op::op(row[5])) {
            (op::BALOAD, op::BASTORE)
            | (op::CALOAD | op::SALOAD, op::CASTORE)
            | (op::IALOAD, op::IASTORE)
            | (op::LALOAD, op::LASTORE) => fast::copy::FIRST + to,
            _ => return None,
        };
        some(6, pack(code, both?, u32::from(from)))
    };
    let above = || {
        let element = (op::op(row[2]) == op::LOAD).then(|| two(second, third))??;
        if op::op(row[3]) == op::AALOAD
            && op::op(row[4]) == op::LOAD
            && let Some(n) = array_load(row[5])
        {
            let operands = u32::from(op::a(row[4])) | u32::from(first) << 16;
            return some(6, pack(fast::load_l_lll::FIRST + n, element, operands));
        }
        if let Some(n) = with_element(row[3], row[4]).filter(|_| op::op(row[5]) == op::STORE) {
            let operands = u32::from(first) | u32::from(op::a(row[5])) << 16;
            return some(6, pack(fast::le_to_l::FIRST + n, element, operands));
        }
        some(4, pack(fast::load_l_ll::FIRST + array_load(row[3])?, element, u32::from(first)))
    };
    let above_two = || {
        let operands = u32::from(first) | u32::from(second) << 16;
        some(5, pack(fast::load_two_ll::FIRST + array_load(row[4])?, others()?, operands))
    };
    let mixed = || {
        let n = shifted(row[3], row[4]).filter(|_| op::op(row[2]) == op::CONST && op::op(row[5]) == op::STORE)?;
        let by = u32::from(u16::try_from(op::b(row[2])).ok()?);
        some(6, pack(fast::xor_llc_to_l::FIRST + n, both?, u32::from(op::a(row[5])) | by << 16))
    };
    let multiplied = || some(4, pack(fast::product_ll::FIRST + product(row[2], row[3])?, first, u32::from(second)));
    let with_array = || some(4, pack(fast::se::FIRST + with_element(row[2], row[3])?, first, u32::from(second)));
    let with_field = || {
        let field = small_field(row[2], get_kind(row[2])?)?;
        let target = u32::from(u16::try_from(op::b(row[3])).ok()?);
        some(4, pack(fast::if_field::FIRST + comparison(row[3])?, both?, target | field << 16))
    };
    let beside = || {
        let n = array_load(row[4])?;
        let delta = match (op::op(row[2]), op::op(row[3])) {
            (op::CONST, op::IADD) => op::b(row[2]),
            (op::CONST, op::ISUB) => op::b(row[2]).wrapping_neg(),
            _ => return None,
        };
        some(5, pack(fast::load_llc::FIRST + n, both?, delta))
    };
    let nested = || {
        let is_nested = op::op(row[2]) == op::AALOAD && op::op(row[3]) == op::LOAD;
        let n = array_load(row[4]).filter(|_| is_nested)?;
        some(5, pack(fast::load_lll::FIRST + n, both?, u32::from(op::a(row[3]))))
    };
    let length = || {
        let n = comparison(row[3]).filter(|_| op::op(row[2]) == op::ARRAYLENGTH)?;
        some(4, pack(fast::if_length::FIRST + n, both?, op::b(row[3])))
    };
    let stored = || {
        let n = array_store(row[3])?;
        match op::op(row[2]) {
            op::LOAD => some(4, pack(fast::store_lll::FIRST + n, both?, u32::from(third))),
            op::CONST => some(4, pack(fast::store_llc::FIRST + n, both?, op::b(row[2]))),
            _ => None,
        }
    };
    let changed = || {
        let n = array_load(row[3]).filter(|_| op::op(row[2]) == op::DUP2)?;
        some(4, pack(fast::load_dup_ll::FIRST + n, first, u32::from(second)))
    };
    let loaded = || {
        let n = array_load(row[2])?;
        if op::op(row[3]) == op::STORE {
            let operands = u32::from(second) | u32::from(op::a(row[3])) << 16;
            return some(4, pack(fast::load_ll_to_l::FIRST + n, first, operands));
        }
        some(3, pack(fast::load_ll::FIRST + n, first, u32::from(second)))
    };
    let tested = || some(4, pack(fast::if_byte_ll::FIRST + tested_byte(row[2], row[3])?, both?, op::b(row[3])));
    let computed = || {
        let n = binary(row[2])?;
        if op::op(row[3]) == op::STORE {
            let operands = u32::from(second) | u32::from(op::a(row[3])) << 16;
            return some(4, pack(fast::ll_to_l::FIRST + n, first, operands));
        }
        some(3, pack(fast::ll::FIRST + n, first, u32::from(second)))
    };
    let compared = || some(3, pack(fast::if_ll::FIRST + comparison(row[2])?, both?, op::b(row[2])));
    let put = || some(3, pack(one::PUT_LL, both?, field(row[2], put_kind(row[2])?)));
    copied()
        .or_else(mixed)
        .or_else(above_two)
        .or_else(beside)
        .or_else(nested)
        .or_else(length)
        .or_else(stored)
        .or_else(above)
        .or_else(changed)
        .or_else(with_array)
        .or_else(multiplied)
        .or_else(with_field)
        .or_else(tested)
        .or_else(loaded)
        .or_else(computed)
        .or_else(compared)
        .or_else(put)
}

/// Rows that begin with a load and a constant.
fn after_load_and_constant(row: &[u64; LONGEST]) -> Option<Choice> {
    let (slot, constant) = (op::a(row[0]), op::b(row[1]));
    if let Some(longer) = shifted_local(row).or_else(|| tested_bits(row)) {
        return Some(longer);
    }
    if let Some(n) = binary(row[2]) {
        let to = two(slot, op::a(row[3])).filter(|_| op::op(row[3]) == op::STORE);
        return match to {
            Some(slots) => some(4, pack(fast::lc_to_l::FIRST + n, slots, constant)),
            None => some(3, pack(fast::lc::FIRST + n, slot, constant)),
        };
    }
    if let Some(n) = division(row[2]) {
        return some(3, pack(fast::divide_lc::FIRST + n, slot, constant));
    }
    if op::op(row[2]) == op::LCMP {
        let operands = two(slot, u16::try_from(constant).ok()?)?;
        return some(4, pack(fast::if_long_lc::FIRST + test(row[3])?, operands, op::b(row[3])));
    }
    some(3, pack(fast::if_lc::FIRST + comparison(row[2])?, with_small(slot, constant)?, op::b(row[2])))
}

/// `load, constant, shift, xor`, and perhaps a store.
fn shifted_local(row: &[u64; LONGEST]) -> Option<Choice> {
    let (n, slot, by) = (shifted(row[2], row[3])?, op::a(row[0]), op::b(row[1]));
    match two(slot, op::a(row[4])).filter(|_| op::op(row[4]) == op::STORE) {
        Some(slots) => some(5, pack(fast::xor_lc_to_l::FIRST + n, slots, by)),
        None => some(4, pack(fast::xor_lc::FIRST + n, slot, by)),
    }
}

/// `load, constant, and`, and a comparison with zero.
fn tested_bits(row: &[u64; LONGEST]) -> Option<Choice> {
    let operands = || two(op::a(row[0]), u16::try_from(op::b(row[1])).ok()?);
    let is_zero = |word: u64| op::op(word) == op::CONST && op::b(word) == 0;
    match op::op(row[2]) {
        op::IAND => some(4, pack(fast::if_bits::FIRST + test(row[3])?, operands()?, op::b(row[3]))),
        op::LAND if is_zero(row[3]) && op::op(row[4]) == op::LCMP => {
            some(6, pack(fast::if_long_bits::FIRST + test(row[5])?, operands()?, op::b(row[5])))
        }
        _ => None,
    }
}

/// Rows that begin with a load, and go on with something else.
fn after_load(row: &[u64; LONGEST]) -> Option<Choice> {
    let slot = op::a(row[0]);
    if op::op(row[1]) == op::DUP {
        let kind = get_kind(row[2])?;
        return add_to_field(row).or_else(|| some(3, pack(one::GET_DUP, slot, field(row[2], kind))));
    }
    if let Some(kind) = get_kind(row[1]) {
        let tested = || {
            let n = tested_byte(row[3], row[4]).filter(|_| op::op(row[2]) == op::LOAD)?;
            let target = u32::from(u16::try_from(op::b(row[4])).ok()?);
            let operands = target | small_field(row[1], kind)? << 16;
            some(5, pack(fast::if_byte_fl::FIRST + n, two(slot, op::a(row[2]))?, operands))
        };
        let element = || {
            let n = array_load(row[3]).filter(|_| op::op(row[2]) == op::LOAD)?;
            some(4, pack(fast::load_fl::FIRST + n, two(slot, op::a(row[2]))?, field(row[1], kind)))
        };
        let moved = || {
            let slots = two(slot, op::a(row[2])).filter(|_| op::op(row[2]) == op::STORE)?;
            some(3, pack(one::GET_L_TO_L, slots, field(row[1], kind)))
        };
        let nested = || {
            let (outer, inner) = (small_field(row[1], kind)?, small_field(row[2], get_kind(row[2])?)?);
            some(3, pack(one::GET_GET, slot, outer | inner << 16))
        };
        let first = || {
            let slots = two(slot, op::a(row[2])).filter(|_| op::op(row[2]) == op::LOAD)?;
            some(4, pack(fast::fl::FIRST + binary(row[3])?, slots, field(row[1], kind)))
        };
        let second = || some(3, pack(fast::sf::FIRST + binary(row[2])?, slot, field(row[1], kind)));
        return tested()
            .or_else(element)
            .or_else(moved)
            .or_else(nested)
            .or_else(first)
            .or_else(second)
            .or_else(|| some(2, pack(one::GET_L, slot, field(row[1], kind))));
    }
    if let Some(kind) = put_kind(row[1]) {
        return some(2, pack(one::PUT_SL, slot, field(row[1], kind)));
    }
    if let Some(n) = binary(row[1]) {
        if op::op(row[2]) == op::STORE {
            return some(3, pack(fast::sl_to_l::FIRST + n, slot, u32::from(op::a(row[2]))));
        }
        return some(2, pack(fast::sl::FIRST + n, slot, 0));
    }
    if let Some(n) = division(row[1]) {
        return some(2, pack(fast::divide_sl::FIRST + n, slot, 0));
    }
    if let Some(n) = tested_byte(row[1], row[2]) {
        return some(3, pack(fast::if_byte_sl::FIRST + n, slot, op::b(row[2])));
    }
    if let Some(n) = array_load(row[1]) {
        return some(2, pack(fast::load_sl::FIRST + n, slot, 0));
    }
    if let Some(n) = array_store(row[1]) {
        return some(2, pack(fast::store_ssl::FIRST + n, slot, 0));
    }
    if let Some(n) = comparison(row[1]) {
        return some(2, pack(fast::if_sl::FIRST + n, slot, op::b(row[1])));
    }
    if let Some(n) = test(row[1]) {
        return some(2, pack(fast::if_l::FIRST + n, slot, op::b(row[1])));
    }
    match op::op(row[1]) {
        op::RETURN_VALUE => some(2, pack(one::LOAD_RETURN, slot, 0)),
        op::ARRAYLENGTH => some(2, pack(one::LOAD_LENGTH, slot, 0)),
        _ => None,
    }
}

/// `load, dup, getfield, constant, add, putfield`: a field is counted up.
fn add_to_field(row: &[u64; LONGEST]) -> Option<Choice> {
    let kind = put_kind(row[5]).filter(|kind| Some(*kind) == get_kind(row[2]) && op::a(row[2]) == op::a(row[5]))?;
    let (code, by) = match (op::op(row[3]), op::op(row[4])) {
        (op::CONST, op::IADD) => (one::ADD_TO_INT, op::b(row[3])),
        (op::CONST, op::ISUB) => (one::ADD_TO_INT, op::b(row[3]).wrapping_neg()),
        _ => return None,
    };
    some(6, pack(code, with_small(op::a(row[0]), by)?, field(row[5], kind)))
}

/// Rows that begin with a constant.
fn after_constant(row: &[u64; LONGEST]) -> Option<Choice> {
    let constant = op::b(row[0]);
    if let Some(n) = array_load(row[2]).filter(|_| op::op(row[1]) == op::IAND) {
        return some(3, pack(fast::load_sm::FIRST + n, 0, constant));
    }
    if let Some(n) = binary(row[1]) {
        if op::op(row[2]) == op::STORE {
            return some(3, pack(fast::sc_to_l::FIRST + n, op::a(row[2]), constant));
        }
        return some(2, pack(fast::sc::FIRST + n, 0, constant));
    }
    if let Some(n) = division(row[1]) {
        return some(2, pack(fast::divide_sc::FIRST + n, 0, constant));
    }
    if let Some(n) = array_store(row[1]) {
        return some(2, pack(fast::store_ssc::FIRST + n, 0, constant));
    }
    if op::op(row[1]) == op::LCMP {
        let small = u16::try_from(constant).ok()?;
        return some(3, pack(fast::if_long_sc::FIRST + test(row[2])?, small, op::b(row[2])));
    }
    let small = i16::try_from(constant as i32).ok()?;
    some(2, pack(fast::if_sc::FIRST + comparison(row[1])?, small as u16, op::b(row[1])))
}

/// Two moves in one, where the second is not better fused with what follows.
fn moves(ops: &[AtomicU64], at: usize, row: &[u64; LONGEST]) -> Option<Choice> {
    let (first, second) = (row[0], row[1]);
    let slot = op::a(first);
    let (code, a, b) = match (op::op(first), op::op(second)) {
        (op::LOAD, op::LOAD) => (one::LOAD_LOAD, slot, u32::from(op::a(second))),
        (op::LOAD, op::CONST) => (one::LOAD_CONST, slot, op::b(second)),
        (op::LOAD, op::STORE) => (one::LOAD_STORE, slot, u32::from(op::a(second))),
        (op::CONST, op::STORE) => (one::CONST_STORE, op::a(second), op::b(first)),
        (op::STORE, op::LOAD) => (one::STORE_LOAD, slot, u32::from(op::a(second))),
        _ => return None,
    };
    match fused(&row_at(ops, at + 1)) {
        Some(longer) if longer.length > 2 => None,
        _ => some(2, pack(code, a, b)),
    }
}

/// `iinc, goto` or `load, load, iadd, store, goto`: the end of a loop, whose beginning is often a comparison.
fn loop_end(ops: &[AtomicU64], at: usize, row: &[u64; LONGEST]) -> Option<Choice> {
    let is = |codes: &[u16]| codes.iter().zip(row).all(|(code, word)| *code == op::op(*word));
    if is(&[op::LOAD, op::LOAD, op::IADD, op::STORE, op::GOTO]) && op::a(row[0]) == op::a(row[3]) {
        let slots = two(op::a(row[0]), op::a(row[1]))?;
        let end = LoopEnd { slot: op::a(row[0]), behind: at + 5, target: op::b(row[4]) };
        let (looping, beside) = end.beginning(ops).filter(|(looping, _)| is_row(*looping, &LOOP_LL))?;
        let code = fast::step_ll::FIRST + (looping - LOOP_LL.start);
        return some(5, pack(code, slots, end.target | u32::from(beside) << 16));
    }
    if !is(&[op::IINC, op::GOTO]) {
        return None;
    }
    let operand = with_small(op::a(row[0]), op::b(row[0]))?;
    let end = LoopEnd { slot: op::a(row[0]), behind: at + 2, target: op::b(row[1]) };
    match end.beginning(ops) {
        Some((looping, beside)) => some(2, pack(looping, operand, end.target | u32::from(beside) << 16)),
        None => some(2, pack(one::IINC_GOTO, operand, end.target)),
    }
}

const LOOP_LL: Range<u16> = fast::loop_ll::FIRST..fast::loop_ll::END;

fn is_row(code: u16, family: &Range<u16>) -> bool {
    family.contains(&code)
}

/// A local that is counted, and a jump.
struct LoopEnd {
    slot: u16,
    /// The number of the instruction behind the jump.
    behind: usize,
    target: u32,
}

impl LoopEnd {
    /// If the jump goes back to a comparison of the local with something else: the instruction that stands for a loop with this comparison, and the
    /// something else.
    fn beginning(&self, ops: &[AtomicU64]) -> Option<(u16, u16)> {
        let target = usize::from(u16::try_from(self.target).ok()?);
        let word = fused(&row_at(ops, target)).filter(|_| target < self.behind)?.word;
        let (code, slot, beside) = (op::op(word), op::a(word) & 0xff, op::a(word) >> 8);
        if slot != self.slot {
            return None;
        }
        if is_row(code, &(fast::if_lc::FIRST..fast::if_lc::END)) {
            let constant = i16::from(beside as u8 as i8) as u16;
            return Some((fast::loop_lc::FIRST + (code - fast::if_lc::FIRST), constant));
        }
        let families = [
            (fast::if_ll::FIRST..fast::if_ll::END, fast::loop_ll::FIRST),
            (fast::if_length::FIRST..fast::if_length::END, fast::loop_length::FIRST),
        ];
        // What is counted is not compared with itself.
        let (family, looping) = families.into_iter().find(|(family, _)| is_row(code, family) && beside != slot)?;
        Some((looping + (code - family.start), beside))
    }
}

/// A decoded instruction by itself.
fn alone(word: u64) -> u64 {
    let (a, b) = (op::a(word), op::b(word));
    let code = op::op(word);
    if let Some(n) = binary(word) {
        return pack(fast::ss::FIRST + n, 0, 0);
    }
    if let Some(n) = division(word) {
        return pack(fast::divide_ss::FIRST + n, 0, 0);
    }
    if let Some(n) = array_load(word) {
        return pack(fast::load_ss::FIRST + n, 0, 0);
    }
    if let Some(n) = array_store(word) {
        return pack(fast::store_sss::FIRST + n, 0, 0);
    }
    if let Some(n) = comparison(word) {
        return pack(fast::if_ss::FIRST + n, 0, b);
    }
    if let Some(n) = test(word) {
        return pack(fast::if_s::FIRST + n, 0, b);
    }
    if let Some(kind) = get_kind(word) {
        return pack(one::GET, a, kind);
    }
    if let Some(kind) = put_kind(word) {
        return pack(one::PUT, a, kind);
    }
    let same = match code {
        op::NOP => one::NOP,
        op::CONST => one::CONST,
        op::LDC64 => one::LDC64,
        op::LDC_REF => one::LDC_REF,
        op::LOAD => one::LOAD,
        op::STORE => one::STORE,
        op::IINC => one::IINC,
        op::POP => one::POP,
        op::POP2 => one::POP2,
        op::DUP => one::DUP,
        op::DUP_X1 => one::DUP_X1,
        op::DUP_X2 => one::DUP_X2,
        op::DUP2 => one::DUP2,
        op::SWAP => one::SWAP,
        op::INEG..=op::DNEG => one::INEG + (code - op::INEG),
        op::I2L..=op::I2S => one::I2L + (code - op::I2L),
        op::LCMP..=op::DCMPG => one::LCMP + (code - op::LCMP),
        op::GOTO => one::GOTO,
        op::TABLESWITCH => one::TABLESWITCH,
        op::LOOKUPSWITCH => one::LOOKUPSWITCH,
        op::RETURN => one::RETURN,
        op::RETURN_VALUE => one::RETURN_VALUE,
        op::RETURN_OUT => one::RETURN_OUT,
        op::GETSTATIC_Q => one::GETSTATIC_Q,
        op::GETSTATIC_V => one::GETSTATIC_V,
        op::PUTSTATIC_Q | op::PUTSTATIC_V | op::PUTSTATIC_R => one::PUTSTATIC,
        op::INVOKEVIRTUAL_Q => one::INVOKEVIRTUAL,
        op::INVOKEDIRECT_Q => one::INVOKEDIRECT,
        op::INVOKESTATIC_Q => one::INVOKESTATIC,
        op::INVOKEINTERFACE_Q => one::INVOKEINTERFACE,
        op::NEW_Q => one::NEW,
        op::ARRAYLENGTH => one::ARRAYLENGTH,
        op::CHECKCAST_Q => one::CHECKCAST,
        op::INSTANCEOF_Q => one::INSTANCEOF,
        op::AASTORE => one::AASTORE,
        op::NATIVE if a != 0 => one::ARRAY_COPY,
        _ => one::LEAVE,
    };
    pack(same, a, b)
}
