//! Which row of a family a decoded instruction belongs to.

use super::codes::{self as fast};
use crate::vm::exec::op::{self, pack};

/// The row of an arithmetic instruction.
pub fn binary(word: u64) -> Option<u16> {
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
pub fn division(word: u64) -> Option<u16> {
    row(&[op::IDIV, op::IREM, op::LDIV, op::LREM], word)
}

/// The row of a product that is added to something or subtracted from it.
pub fn product(times: u64, plus: u64) -> Option<u16> {
    let both = [
        (op::IMUL, op::IADD),
        (op::IMUL, op::ISUB),
        (op::LMUL, op::LADD),
        (op::LMUL, op::LSUB),
        (op::FMUL, op::FADD),
        (op::FMUL, op::FSUB),
        (op::DMUL, op::DADD),
        (op::DMUL, op::DSUB),
    ];
    both.iter().position(|both| *both == (op::op(times), op::op(plus))).map(|row| row as u16)
}

/// The row of a shift that something is combined with by an exclusive or.
pub fn shifted(shift: u64, xor: u64) -> Option<u16> {
    let row = row(&[op::ISHL, op::ISHR, op::IUSHR, op::LSHL, op::LSHR, op::LUSHR], shift)?;
    (op::op(xor) == if row < 3 { op::IXOR } else { op::LXOR }).then_some(row)
}

/// The row of an arithmetic instruction whose second operand, just loaded from an array, has the type of its result.
pub fn with_element(load: u64, word: u64) -> Option<u16> {
    let (row, load) = (binary(word)?, op::op(load));
    (load == if is_wide(row) { op::LALOAD } else { op::IALOAD }).then_some(row)
}

/// The row of an arithmetic instruction whose result is stored to an array of its type.
pub fn to_element(word: u64, store: u64) -> Option<u16> {
    let (row, store) = (binary(word)?, op::op(store));
    (store == if is_wide(row) { op::LASTORE } else { op::IASTORE }).then_some(row)
}

/// Whether an arithmetic instruction is one of longs or doubles.
fn is_wide(row: u16) -> bool {
    matches!(row, 9..=17 | 22..)
}

/// The row of a load from an array, by the size of the elements.
pub fn array_load(word: u64) -> Option<u16> {
    let code = if op::op(word) == op::AALOAD { op::LALOAD } else { op::op(word) };
    row(&[op::BALOAD, op::CALOAD, op::SALOAD, op::IALOAD, op::LALOAD], pack(code, 0, 0))
}

/// The row of a store to an array of numbers.
pub fn array_store(word: u64) -> Option<u16> {
    row(&[op::BASTORE, op::CASTORE, op::IASTORE, op::LASTORE], word)
}

/// The row of a comparison of two numbers or references.
pub fn comparison(word: u64) -> Option<u16> {
    match op::op(word) {
        code @ op::IF_ICMPEQ..=op::IF_ICMPLE => Some(code - op::IF_ICMPEQ),
        code @ (op::IF_ACMPEQ | op::IF_ACMPNE) => Some(code - op::IF_ACMPEQ),
        _ => None,
    }
}

/// The row of a comparison with zero or null.
pub fn test(word: u64) -> Option<u16> {
    match op::op(word) {
        code @ op::IFEQ..=op::IFLE => Some(code - op::IFEQ),
        code @ (op::IFNULL | op::IFNONNULL) => Some(code - op::IFNULL),
        _ => None,
    }
}

/// The row of a comparison with zero of a byte that is just loaded from an array.
pub fn tested_byte(load: u64, word: u64) -> Option<u16> {
    test(word).filter(|_| op::op(load) == op::BALOAD)
}

fn row(rows: &[u16], word: u64) -> Option<u16> {
    rows.iter().position(|code| *code == op::op(word)).map(|row| row as u16)
}

/// The kind of a read of a field.
pub fn get_kind(word: u64) -> Option<u32> {
    match op::op(word) {
        op::GETFIELD_Q => Some(fast::QUIET),
        op::GETFIELD_V => Some(fast::PLAIN),
        op::GETFIELD_F => Some(fast::FINAL),
        _ => None,
    }
}

/// The kind of a write to a field.
pub fn put_kind(word: u64) -> Option<u32> {
    match op::op(word) {
        op::PUTFIELD_Q => Some(fast::QUIET),
        op::PUTFIELD_V => Some(fast::PLAIN),
        op::PUTFIELD_F => Some(fast::FINAL),
        op::PUTFIELD_R => Some(fast::REFERENCE),
        _ => None,
    }
}
