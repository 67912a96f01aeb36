//! The decoded instruction set.
//!
//! One 64-bit word each: operation (16 bits), `a` (16 bits), `b` (32 bits). A value takes one slot whatever its type, so one
//! `LOAD` serves all five typed loads of the class file. Instructions that name constants are decoded to their slow form and
//! replaced by a quick one (`…_Q`, `…_V` visible, `…_R` visible reference, `…_F` final) when first resolved; the replacement is a
//! function of the code alone, so it is shared by all paths and workers.
//!
//! What the interpreter runs most of the time are other instructions, which are chosen from these: see `fast`. Everything else (jumps, handlers,
//! line numbers, what a thread will do next) is in terms of the decoded ones.

use crate::vm::threads::policy::ArrayOwner;

/// Packs an instruction.
#[inline(always)]
pub const fn pack(op: u16, a: u16, b: u32) -> u64 {
    op as u64 | (a as u64) << 16 | (b as u64) << 32
}

/// The operation of an instruction.
#[inline(always)]
pub const fn op(word: u64) -> u16 {
    word as u16
}

/// Its small operand.
#[inline(always)]
pub const fn a(word: u64) -> u16 {
    (word >> 16) as u16
}

/// Its large operand.
#[inline(always)]
pub const fn b(word: u64) -> u32 {
    (word >> 32) as u32
}

#[allow(missing_docs)]
mod codes {
    pub const NOP: u16 = 0;
    pub const CONST: u16 = 1;
    pub const LDC64: u16 = 2;
    pub const LDC: u16 = 3;
    pub const LDC_REF: u16 = 4;
    pub const LOAD: u16 = 5;
    pub const STORE: u16 = 6;
    pub const IINC: u16 = 7;
    pub const BALOAD: u16 = 8;
    pub const CALOAD: u16 = 9;
    pub const SALOAD: u16 = 10;
    pub const IALOAD: u16 = 11;
    pub const LALOAD: u16 = 12;
    pub const AALOAD: u16 = 13;
    pub const BASTORE: u16 = 14;
    pub const CASTORE: u16 = 15;
    pub const IASTORE: u16 = 16;
    pub const LASTORE: u16 = 17;
    pub const AASTORE: u16 = 18;
    pub const POP: u16 = 19;
    pub const POP2: u16 = 20;
    pub const DUP: u16 = 21;
    pub const DUP_X1: u16 = 22;
    pub const DUP_X2: u16 = 23;
    pub const DUP2: u16 = 24;
    pub const DUP2_X1: u16 = 25;
    pub const DUP2_X2: u16 = 26;
    pub const SWAP: u16 = 27;
    pub const IADD: u16 = 28;
    pub const LADD: u16 = 29;
    pub const FADD: u16 = 30;
    pub const DADD: u16 = 31;
    pub const ISUB: u16 = 32;
    pub const LSUB: u16 = 33;
    pub const FSUB: u16 = 34;
    pub const DSUB: u16 = 35;
    pub const IMUL: u16 = 36;
    pub const LMUL: u16 = 37;
    pub const FMUL: u16 = 38;
    pub const DMUL: u16 = 39;
    pub const IDIV: u16 = 40;
    pub const LDIV: u16 = 41;
    pub const FDIV: u16 = 42;
    pub const DDIV: u16 = 43;
    pub const IREM: u16 = 44;
    pub const LREM: u16 = 45;
    pub const FREM: u16 = 46;
    pub const DREM: u16 = 47;
    pub const INEG: u16 = 48;
    pub const LNEG: u16 = 49;
    pub const FNEG: u16 = 50;
    pub const DNEG: u16 = 51;
    pub const ISHL: u16 = 52;
    pub const LSHL: u16 = 53;
    pub const ISHR: u16 = 54;
    pub const LSHR: u16 = 55;
    pub const IUSHR: u16 = 56;
    pub const LUSHR: u16 = 57;
    pub const IAND: u16 = 58;
    pub const LAND: u16 = 59;
    pub const IOR: u16 = 60;
    pub const LOR: u16 = 61;
    pub const IXOR: u16 = 62;
    pub const LXOR: u16 = 63;
    pub const I2L: u16 = 64;
    pub const I2F: u16 = 65;
    pub const I2D: u16 = 66;
    pub const L2I: u16 = 67;
    pub const L2F: u16 = 68;
    pub const L2D: u16 = 69;
    pub const F2I: u16 = 70;
    pub const F2L: u16 = 71;
    pub const F2D: u16 = 72;
    pub const D2I: u16 = 73;
    pub const D2L: u16 = 74;
    pub const D2F: u16 = 75;
    pub const I2B: u16 = 76;
    pub const I2C: u16 = 77;
    pub const I2S: u16 = 78;
    pub const LCMP: u16 = 79;
    pub const FCMPL: u16 = 80;
    pub const FCMPG: u16 = 81;
    pub const DCMPL: u16 = 82;
    pub const DCMPG: u16 = 83;
    pub const IFEQ: u16 = 84;
    pub const IFNE: u16 = 85;
    pub const IFLT: u16 = 86;
    pub const IFGE: u16 = 87;
    pub const IFGT: u16 = 88;
    pub const IFLE: u16 = 89;
    pub const IF_ICMPEQ: u16 = 90;
    pub const IF_ICMPNE: u16 = 91;
    pub const IF_ICMPLT: u16 = 92;
    pub const IF_ICMPGE: u16 = 93;
    pub const IF_ICMPGT: u16 = 94;
    pub const IF_ICMPLE: u16 = 95;
    pub const IF_ACMPEQ: u16 = 96;
    pub const IF_ACMPNE: u16 = 97;
    pub const IFNULL: u16 = 98;
    pub const IFNONNULL: u16 = 99;
    pub const GOTO: u16 = 100;
    pub const TABLESWITCH: u16 = 101;
    pub const LOOKUPSWITCH: u16 = 102;
    pub const RETURN: u16 = 103;
    pub const RETURN_VALUE: u16 = 104;
    pub const GETSTATIC: u16 = 105;
    pub const PUTSTATIC: u16 = 106;
    pub const GETFIELD: u16 = 107;
    pub const PUTFIELD: u16 = 108;
    pub const INVOKEVIRTUAL: u16 = 109;
    pub const INVOKESPECIAL: u16 = 110;
    pub const INVOKESTATIC: u16 = 111;
    pub const INVOKEINTERFACE: u16 = 112;
    pub const INVOKEDYNAMIC: u16 = 113;
    pub const NEW: u16 = 114;
    pub const NEWARRAY: u16 = 115;
    pub const ANEWARRAY: u16 = 116;
    pub const MULTIANEWARRAY: u16 = 117;
    pub const ARRAYLENGTH: u16 = 118;
    pub const ATHROW: u16 = 119;
    pub const CHECKCAST: u16 = 120;
    pub const INSTANCEOF: u16 = 121;
    pub const MONITORENTER: u16 = 122;
    pub const MONITOREXIT: u16 = 123;
    pub const UNREACHABLE: u16 = 124;
    pub const NATIVE: u16 = 125;
    pub const ABSTRACT: u16 = 126;
    pub const GETSTATIC_Q: u16 = 127;
    pub const GETSTATIC_V: u16 = 128;
    pub const PUTSTATIC_Q: u16 = 129;
    pub const PUTSTATIC_V: u16 = 130;
    pub const PUTSTATIC_R: u16 = 131;
    pub const GETFIELD_Q: u16 = 132;
    pub const GETFIELD_V: u16 = 133;
    pub const PUTFIELD_Q: u16 = 134;
    pub const PUTFIELD_V: u16 = 135;
    pub const PUTFIELD_R: u16 = 136;
    pub const INVOKEVIRTUAL_Q: u16 = 137;
    pub const INVOKEDIRECT_Q: u16 = 138;
    pub const INVOKESTATIC_Q: u16 = 139;
    pub const INVOKEINTERFACE_Q: u16 = 140;
    pub const INVOKEHANDLE: u16 = 141;
    pub const INVOKEDYNAMIC_Q: u16 = 142;
    pub const LINKTO: u16 = 143;
    pub const INVOKEBASIC: u16 = 144;
    pub const INVOKEVARHANDLE: u16 = 145;
    pub const NEW_Q: u16 = 146;
    pub const ANEWARRAY_Q: u16 = 147;
    pub const CHECKCAST_Q: u16 = 148;
    pub const INSTANCEOF_Q: u16 = 149;
    pub const ENTER: u16 = 150;
    pub const ATOMIC: u16 = 151;
    pub const INVOKELINKED: u16 = 152;
    pub const BLOCK: u16 = 153;
    pub const GETFIELD_F: u16 = 154;
    pub const PUTFIELD_F: u16 = 155;
    pub const INTRINSIC: u16 = 156;
    pub const RETURN_OUT: u16 = 157;
    pub const GUARD: u16 = 158;
    pub const JSR: u16 = 159;
    pub const RET: u16 = 160;
    pub const CUT: u16 = 161;
}
pub use codes::*;

/// Operand of `GUARD`: nothing is resolved for null.
pub const GUARD_UNLESS_NULL: u16 = 1;
/// Operand of `GUARD`: the call behind it has been linked with the help of loaders.
pub const GUARD_CALL: u16 = 2;

/// To whom a new array belongs, as an operand.
pub const fn array_owner_code(owner: ArrayOwner) -> u32 {
    match owner {
        ArrayOwner::Program => 0,
        ArrayOwner::Trusted => 1,
        ArrayOwner::Caller => 2,
    }
}

/// The owner that an operand stands for.
pub const fn array_owner(code: u32) -> ArrayOwner {
    match code {
        1 => ArrayOwner::Trusted,
        2 => ArrayOwner::Caller,
        _ => ArrayOwner::Program,
    }
}
