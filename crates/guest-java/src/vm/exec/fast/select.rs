//! Which instruction of the fast loop takes the place of decoded ones: the longest row of them that there is one for.
//!
//! The choice at a place is a function of the decoded instructions from there on, and says nothing of those behind: a fused instruction does the
//! work of a row and goes on behind it, and a jump into the middle of the row finds there what was chosen for that place.

use std::sync::atomic::{AtomicU64, Ordering};

use super::codes::{self as fast, one};
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

/// The row of an arithmetic instruction.
fn binary(word: u64) -> Option<u16> {
    const ROWS: [u16; 26] = [
        op::IADD,
        op::ISUB,
        op::IMUL,
        op::IAND,
        op::IOR,
        op::IXOR,
        op::ISHL,
        op::ISHR,
        op::IUSHR,
        op::LADD,
        op::LSUB,
        op::LMUL,
        op::LAND,
        op::LOR,
        op::LXOR,
        op::LSHL,
        op::LSHR,
        op::LUSHR,
        op::FADD,
        op::FSUB,
        op::FMUL,
        op::FDIV,
        op::DADD,
        op::DSUB,
        op::DMUL,
        op::DDIV,
    ];
    row(&ROWS, word)
}

/// The row of a division with a remainder.
fn division(word: u64) -> Option<u16> {
    row(&[op::IDIV, op::IREM, op::LDIV, op::LREM], word)
}

/// The row of a load from an array, by the size of the elements.
fn array_load(word: u64) -> Option<u16> {
    let code = if op::op(word) == op::AALOAD { op::LALOAD } else { op::op(word) };
    row(&[op::BALOAD, op::CALOAD, op::SALOAD, op::IALOAD, op::LALOAD], pack(code, 0, 0))
}

/// The row of a store to an array of numbers.
fn array_store(word: u64) -> Option<u16> {
    row(&[op::BASTORE, op::CASTORE, op::IASTORE, op::LASTORE], word)
}

/// The row of a comparison of two numbers or references.
fn comparison(word: u64) -> Option<u16> {
    match op::op(word) {
        code @ op::IF_ICMPEQ..=op::IF_ICMPLE => Some(code - op::IF_ICMPEQ),
        code @ (op::IF_ACMPEQ | op::IF_ACMPNE) => Some(code - op::IF_ACMPEQ),
        _ => None,
    }
}

/// The row of a comparison with zero or null.
fn test(word: u64) -> Option<u16> {
    match op::op(word) {
        code @ op::IFEQ..=op::IFLE => Some(code - op::IFEQ),
        code @ (op::IFNULL | op::IFNONNULL) => Some(code - op::IFNULL),
        _ => None,
    }
}

fn row(rows: &[u16], word: u64) -> Option<u16> {
    rows.iter().position(|code| *code == op::op(word)).map(|row| row as u16)
}

/// The kind of a read of a field.
fn get_kind(word: u64) -> Option<u32> {
    match op::op(word) {
        op::GETFIELD_Q => Some(fast::QUIET),
        op::GETFIELD_V => Some(fast::PLAIN),
        op::GETFIELD_F => Some(fast::FINAL),
        _ => None,
    }
}

/// The kind of a write to a field.
fn put_kind(word: u64) -> Option<u32> {
    match op::op(word) {
        op::PUTFIELD_Q => Some(fast::QUIET),
        op::PUTFIELD_V => Some(fast::PLAIN),
        op::PUTFIELD_F => Some(fast::FINAL),
        op::PUTFIELD_R => Some(fast::REFERENCE),
        _ => None,
    }
}

/// A field as an operand: its offset, and above that the kind of access.
fn field(word: u64, kind: u32) -> u32 {
    u32::from(op::a(word)) | kind << 16
}

/// The decoded instructions from a place on; behind the last one there is nothing that could be fused.
fn row_at(ops: &[AtomicU64], at: usize) -> [u64; LONGEST] {
    std::array::from_fn(|n| ops.get(at + n).map_or(0, |word| word.load(Ordering::Relaxed)))
}

/// What the fast loop runs at a place.
fn choose(ops: &[AtomicU64], at: usize) -> u64 {
    let row = row_at(ops, at);
    match fused(&row).or_else(|| loop_end(ops, &row)).or_else(|| moves(ops, at, &row)) {
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
        op::LDC64 => some(2, pack(fast::sw::FIRST + binary(row[1])?, 0, op::b(row[0]))),
        op::LCMP => some(2, pack(fast::if_long::FIRST + test(row[1])?, 0, op::b(row[1]))),
        op::DCMPL => some(2, pack(fast::if_double_l::FIRST + test(row[1])?, 0, op::b(row[1]))),
        op::DCMPG => some(2, pack(fast::if_double_g::FIRST + test(row[1])?, 0, op::b(row[1]))),
        op::DUP2 => some(2, pack(fast::load_dup::FIRST + array_load(row[1])?, 0, 0)),
        op::NEW_Q if op::op(row[1]) == op::DUP => some(2, pack(one::NEW_DUP, 0, op::b(row[0]))),
        op::I2L if op::op(row[1]) == op::LADD => some(2, pack(one::I2L_LADD, 0, 0)),
        _ if op::op(row[1]) == op::STORE => some(2, pack(fast::ss_to_l::FIRST + binary(row[0])?, op::a(row[1]), 0)),
        _ => None,
    }
}

/// Rows that begin with two loads.
fn after_two_loads(row: &[u64; LONGEST]) -> Option<Choice> {
    let (first, second, third) = (op::a(row[0]), op::a(row[1]), op::a(row[2]));
    let both = two(first, second);
    let copied = || {
        let from = (op::op(row[2]) == op::LOAD && op::op(row[3]) == op::LOAD).then(|| two(third, op::a(row[3])))??;
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
        .or_else(beside)
        .or_else(nested)
        .or_else(length)
        .or_else(stored)
        .or_else(changed)
        .or_else(loaded)
        .or_else(computed)
        .or_else(compared)
        .or_else(put)
}

/// Rows that begin with a load and a constant.
fn after_load_and_constant(row: &[u64; LONGEST]) -> Option<Choice> {
    let (slot, constant) = (op::a(row[0]), op::b(row[1]));
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

/// Rows that begin with a load, and go on with something else.
fn after_load(row: &[u64; LONGEST]) -> Option<Choice> {
    let slot = op::a(row[0]);
    if op::op(row[1]) == op::DUP {
        let kind = get_kind(row[2])?;
        return add_to_field(row).or_else(|| some(3, pack(one::GET_DUP, slot, field(row[2], kind))));
    }
    if let Some(kind) = get_kind(row[1]) {
        let element = || {
            let n = array_load(row[3]).filter(|_| op::op(row[2]) == op::LOAD)?;
            some(4, pack(fast::load_fl::FIRST + n, two(slot, op::a(row[2]))?, field(row[1], kind)))
        };
        let moved = || {
            let slots = two(slot, op::a(row[2])).filter(|_| op::op(row[2]) == op::STORE)?;
            some(3, pack(one::GET_L_TO_L, slots, field(row[1], kind)))
        };
        let nested = || {
            let inner = get_kind(row[2])?;
            let (outer_at, inner_at) = (u32::from(op::a(row[1])), u32::from(op::a(row[2])));
            let fits = outer_at < 1 << 14 && inner_at < 1 << 14;
            fits.then_some(())?;
            some(3, pack(one::GET_GET, slot, outer_at | kind << 14 | inner_at << 16 | inner << 30))
        };
        return element()
            .or_else(moved)
            .or_else(nested)
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

/// `iinc, goto`: the end of a loop, whose beginning is often a comparison.
fn loop_end(ops: &[AtomicU64], row: &[u64; LONGEST]) -> Option<Choice> {
    if op::op(row[0]) != op::IINC || op::op(row[1]) != op::GOTO {
        return None;
    }
    let operand = with_small(op::a(row[0]), op::b(row[0]))?;
    let target = op::b(row[1]);
    let beginning = fused(&row_at(ops, target as usize)).map_or(0, |choice| op::op(choice.word));
    let families = [
        (fast::if_ll::FIRST..fast::if_ll::END, fast::loop_ll::FIRST),
        (fast::if_lc::FIRST..fast::if_lc::END, fast::loop_lc::FIRST),
        (fast::if_length::FIRST..fast::if_length::END, fast::loop_length::FIRST),
    ];
    for (family, looping) in families {
        if family.contains(&beginning) {
            return some(2, pack(looping + (beginning - family.start), operand, target));
        }
    }
    some(2, pack(one::IINC_GOTO, operand, target))
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
