//! Fused instructions: what often follows each other, in one. The instructions that a fused one skips stay in place.

use std::sync::atomic::Ordering;

use crate::vm::exec::code::Code;
use crate::vm::exec::op;

impl Code {
    /// Fuses the quick field access at `at` with a load before it.
    pub fn fuse_load(&self, at: usize) {
        let Some(before) = at.checked_sub(1).and_then(|i| self.ops.get(i)) else { return };
        let word = before.load(Ordering::Relaxed);
        if op::op(word) == op::LOAD {
            before.store(op::pack(op::LOAD_GETFIELD, op::a(word), 0), Ordering::Relaxed);
        }
    }
}

/// Replaces instructions that often follow each other by one that does the work of all. The skipped ones stay in place.
pub fn fuse(ops: &mut [u64]) {
    for i in 0..ops.len().saturating_sub(1) {
        let (first, second) = (ops[i], ops[i + 1]);
        let third = ops.get(i + 2).copied().unwrap_or_default();
        if let Some(fused) = fuse_compare(first, second, third).or_else(|| fuse_pair(first, second)) {
            ops[i] = fused;
        }
    }
}

/// `load, load or constant, compare and branch`.
fn fuse_compare(first: u64, second: u64, third: u64) -> Option<u64> {
    let compare = op::op(third).checked_sub(op::IF_ICMPEQ).filter(|n| *n <= op::IF_ICMPLE - op::IF_ICMPEQ)?;
    if op::op(first) != op::LOAD || op::a(first) > 0xff {
        return None;
    }
    match op::op(second) {
        op::LOAD if op::a(second) <= 0xff => {
            Some(op::pack(op::LL_ICMPEQ + compare, op::a(first) | op::a(second) << 8, op::b(third)))
        }
        op::CONST => {
            let small = i8::try_from(op::b(second) as i32).ok()?;
            Some(op::pack(op::LC_ICMPEQ + compare, op::a(first) | u16::from(small as u8) << 8, op::b(third)))
        }
        _ => None,
    }
}

fn fuse_pair(first: u64, second: u64) -> Option<u64> {
    let (a, b) = (op::a(first), op::b(first));
    match (op::op(first), op::op(second)) {
        (op::LOAD, op::LOAD) => Some(op::pack(op::LOAD_LOAD, a, u32::from(op::a(second)))),
        (op::LOAD, op::CONST) => Some(op::pack(op::LOAD_CONST, a, op::b(second))),
        (op::LOAD, op::RETURN_VALUE) => Some(op::pack(op::LOAD_RETURN, a, 0)),
        (op::LOAD, op::IADD) => Some(op::pack(op::LOAD_IADD, a, 0)),
        (op::LOAD, op::ISUB) => Some(op::pack(op::LOAD_ISUB, a, 0)),
        (op::LOAD, op::IMUL) => Some(op::pack(op::LOAD_IMUL, a, 0)),
        (op::STORE, op::LOAD) => Some(op::pack(op::STORE_LOAD, a, u32::from(op::a(second)))),
        (op::CONST, op::IADD) => Some(op::pack(op::ADD_CONST, 0, b)),
        (op::CONST, op::IAND) => Some(op::pack(op::AND_CONST, 0, b)),
        (op::CONST, op::ISHL) => Some(op::pack(op::SHL_CONST, 0, b)),
        (op::CONST, op::IUSHR) => Some(op::pack(op::USHR_CONST, 0, b)),
        (op::CONST, op::IMUL) => Some(op::pack(op::MUL_CONST, 0, b)),
        (op::IINC, op::GOTO) if a <= 0xff => {
            let small = i8::try_from(b as i32).ok()?;
            Some(op::pack(op::IINC_GOTO, a | u16::from(small as u8) << 8, op::b(second)))
        }
        _ => None,
    }
}
