//! The instruction set of the fast loop.
//!
//! Families have a row per operation and a module per form, which is named after where the operands come from and where the result goes:
//! `s` the operand stack, `l` a local, `c` a constant, `w` a wide constant; behind `to_l` the result goes to a local. So `ll_to_l::IADD` is
//! `load, load, iadd, store`. What `a` and `b` of the words mean is said beside each form.

macro_rules! family {
    ($(#[$doc:meta])* $name:ident, $base:expr; $($row:ident)*) => {
        $(#[$doc])*
        #[allow(dead_code, missing_docs)]
        pub mod $name {
            #[allow(unused_imports)]
            use super::*;

            #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
            #[repr(u16)]
            enum Row {
                $($row,)*
                COUNT,
            }
            pub const FIRST: u16 = $base;
            pub const END: u16 = FIRST + Row::COUNT as u16;
            $(pub const $row: u16 = FIRST + Row::$row as u16;)*
        }
    };
}

macro_rules! binary {
    ($(#[$doc:meta])* $name:ident, $base:expr) => {
        family! { $(#[$doc])* $name, $base;
            IADD ISUB IMUL IAND IOR IXOR ISHL ISHR IUSHR
            LADD LSUB LMUL LAND LOR LXOR LSHL LSHR LUSHR
            FADD FSUB FMUL FDIV DADD DSUB DMUL DDIV
        }
    };
}

macro_rules! product {
    ($(#[$doc:meta])* $name:ident, $base:expr) => {
        family! { $(#[$doc])* $name, $base; IADD ISUB LADD LSUB FADD FSUB DADD DSUB }
    };
}

macro_rules! shifted {
    ($(#[$doc:meta])* $name:ident, $base:expr) => {
        family! { $(#[$doc])* $name, $base; ISHL ISHR IUSHR LSHL LSHR LUSHR }
    };
}

macro_rules! condition {
    ($(#[$doc:meta])* $name:ident, $base:expr) => {
        family! { $(#[$doc])* $name, $base; EQ NE LT GE GT LE }
    };
}

macro_rules! loaded {
    ($(#[$doc:meta])* $name:ident, $base:expr) => {
        family! { $(#[$doc])* $name, $base; B C S I L }
    };
}

macro_rules! stored {
    ($(#[$doc:meta])* $name:ident, $base:expr) => {
        family! { $(#[$doc])* $name, $base; B C I L }
    };
}

macro_rules! divided {
    ($(#[$doc:meta])* $name:ident, $base:expr) => {
        family! { $(#[$doc])* $name, $base; IDIV IREM LDIV LREM }
    };
}

family! {
    /// Those that are as in the class file, or fused in a way of their own.
    one, 0;
    // What the fast loop leaves to the other one.
    LEAVE
    NOP CONST LDC64 LDC_REF LOAD STORE IINC
    POP POP2 DUP DUP_X1 DUP_X2 DUP2 SWAP
    INEG LNEG FNEG DNEG
    I2L I2F I2D L2I L2F L2D F2I F2L F2D D2I D2L D2F I2B I2C I2S
    LCMP FCMPL FCMPG DCMPL DCMPG
    GOTO TABLESWITCH LOOKUPSWITCH
    RETURN RETURN_VALUE RETURN_OUT LOAD_RETURN
    GETSTATIC_Q GETSTATIC_V PUTSTATIC
    INVOKEVIRTUAL INVOKEDIRECT INVOKESTATIC INVOKEINTERFACE
    NEW NEW_DUP ARRAYLENGTH CHECKCAST INSTANCEOF AASTORE
    // The whole body of `System.arraycopy`.
    ARRAY_COPY
    // Pairs of moves: `a` and `b` are the two operands.
    LOAD_LOAD LOAD_CONST STORE_LOAD LOAD_STORE CONST_STORE LOAD_LENGTH
    // `a`: the slot and, in its upper half, by how much; `b`: where to.
    IINC_GOTO
    // Fields. `a`: the offset; `b`: the kind (`QUIET` …).
    GET PUT
    // `a`: the object's slot; `b`: the offset, and above its 16 bits the kind.
    GET_L GET_DUP PUT_SL
    // `a`: the object's slot and, in its upper half, the other one; `b` as before.
    GET_L_TO_L PUT_LL
    // `a`: the object's slot; `b`: two offsets of 14 bits, each with its kind of 2.
    GET_GET
    // `a`: the object's slot and, in its upper half, by how much; `b` as before.
    ADD_TO_INT
    I2L_LADD
    // Operands as `PUT` has them.
    I2L_LADD_PUT
}

binary! { /// No operands.
ss, one::END }
binary! { /// `a`: the second operand's slot.
sl, ss::END }
binary! { /// `b`: the second operand.
sc, sl::END }
binary! { /// `b`: the second operand's number among the wide constants.
sw, sc::END }
binary! { /// `a`, `b`: the operands' slots.
ll, sw::END }
binary! { /// `a`: the first operand's slot; `b`: the second operand.
lc, ll::END }
binary! { /// `a`: the result's slot.
ss_to_l, lc::END }
binary! { /// `a`: the second operand's slot; `b`: the result's.
sl_to_l, ss_to_l::END }
binary! { /// `a`: the result's slot; `b`: the second operand.
sc_to_l, sl_to_l::END }
binary! { /// `a`: the first operand's slot; `b`: the second one's and, in its upper half, the result's.
ll_to_l, sc_to_l::END }
binary! { /// `a`: the first operand's slot and, in its upper half, the result's; `b`: the second operand.
lc_to_l, ll_to_l::END }

binary! { /// `a`: the first operand's slot; `b`: the second one's number among the wide constants.
lw, lc_to_l::END }
binary! { /// `a`: the result's slot; `b`: the second operand's number among the wide constants.
sw_to_l, lw::END }
binary! { /// `a`: the second operand's slot; `b`: the first one's number among the wide constants.
wl, sw_to_l::END }
binary! { /// The second operand is a field; `a`, `b` as for `GET_L`.
sf, wl::END }
binary! { /// The first operand is a field; `a`: the slots of the object and of the second operand; `b` as for `GET_L`.
fl, sf::END }
binary! { /// The result goes to a field; `a`, `b` as for `PUT`.
ss_to_f, fl::END }
binary! { /// The result goes to an element of an array of its own type; all is on the stack.
ss_to_e, ss_to_f::END }
binary! { /// The second operand is an element; `a`, `b`: the slots of array and index.
se, ss_to_e::END }
binary! { /// The same; `a`: the slots of array and index; `b`: the first operand's slot and, in its upper half, the result's.
le_to_l, se::END }

product! { /// A product, and it is added to a third number or subtracted from it. No operands.
product_ss, le_to_l::END }
product! { /// `a`: the result's slot.
product_ss_to_l, product_ss::END }
product! { /// `a`, `b`: the factors' slots.
product_ll, product_ss_to_l::END }

shifted! { /// Exclusive or with a number that is shifted; `a`: that number's slot; `b`: by how much.
xor_lc, product_ll::END }
shifted! { /// `a`: the slots of that number and of the result; `b`: by how much.
xor_lc_to_l, xor_lc::END }
shifted! { /// `a`: the slots of both numbers; `b`: the result's and, in its upper half, by how much.
xor_llc_to_l, xor_lc_to_l::END }

divided! { /// No operands.
divide_ss, xor_llc_to_l::END }
divided! { /// `a`: the divisor's slot.
divide_sl, divide_ss::END }
divided! { /// `b`: the divisor.
divide_sc, divide_sl::END }
divided! { /// `a`: the dividend's slot; `b`: the divisor.
divide_lc, divide_sc::END }

condition! { /// A comparison with zero or null. In all of these `b` is where to.
if_s, divide_lc::END }
condition! { /// `a`: the slot.
if_l, if_s::END }
condition! { /// No operands.
if_ss, if_l::END }
condition! { /// `a`: the second operand's slot.
if_sl, if_ss::END }
condition! { /// `a`: the second operand.
if_sc, if_sl::END }
condition! { /// `a`: two slots.
if_ll, if_sc::END }
condition! { /// `a`: a slot and, in its upper half, a constant.
if_lc, if_ll::END }
condition! { /// `a`: a slot and, in its upper half, that of the array with whose length it is compared.
if_length, if_lc::END }
condition! { /// Longs.
if_long, if_length::END }
condition! { /// A long and a constant; `a`: the constant.
if_long_sc, if_long::END }
condition! { /// The same; `a`: the long's slot and, in its upper half, the constant.
if_long_lc, if_long_sc::END }
condition! { /// Doubles: what is no number is less.
if_double_l, if_long_lc::END }
condition! { /// Doubles: what is no number is greater.
if_double_g, if_double_l::END }
condition! { /// Bits of a number compared with zero; `a`: a slot and, in its upper half, the bits.
if_bits, if_double_g::END }
condition! { /// The same of a long.
if_long_bits, if_bits::END }
condition! { /// A local and a field; `a`: the slots of the local and of the object; `b`: where to and, in its upper half, the field, as for `GET_GET`.
if_field, if_long_bits::END }
condition! { /// A byte of an array compared with zero. No operands but where to: array and index are on the stack.
if_byte, if_field::END }
condition! { /// `a`: the index's slot.
if_byte_sl, if_byte::END }
condition! { /// `a`: the slots of array and index.
if_byte_ll, if_byte_sl::END }
condition! { /// `a`: the slots of an object, whose field is the array, and of the index; `b` as for `if_field`.
if_byte_fl, if_byte_ll::END }
condition! {
/// A loop's end and its beginning: `iinc, goto`, and there an `if_ll` of what is counted and something else. `a` as for `IINC_GOTO`; `b`: where to,
/// which is further back, and, in its upper half, the slot of what it is compared with.
loop_ll, if_byte_fl::END }
condition! { /// The same with an `if_lc`, and its constant.
loop_lc, loop_ll::END }
condition! { /// The same with an `if_length`, and the array's slot.
loop_length, loop_lc::END }
condition! { /// The same as `loop_ll` with `load, load, iadd, store`; `a`: the slots of what is counted and of by how much.
step_ll, loop_length::END }

loaded! { /// No operands: array and index are on the stack.
load_ss, step_ll::END }
loaded! { /// `a`: the index's slot.
load_sl, load_ss::END }
loaded! { /// `a`, `b`: the slots of array and index.
load_ll, load_sl::END }
loaded! { /// `a`: the array's slot; `b`: the index's and, in its upper half, the result's.
load_ll_to_l, load_ll::END }
loaded! { /// `a`: the slots of array and index; `b`: what is added to the index.
load_llc, load_ll_to_l::END }
loaded! { /// An element of an array in an array: `a`: the slots of the outer one and of its index; `b`: the slot of the inner one's index.
load_lll, load_llc::END }
loaded! { /// `a`: the slots of an object and of the index; `b`: the field that holds the array, as for `GET_L`.
load_fl, load_lll::END }
loaded! { /// `b`: what the index, which is on the stack, is masked with.
load_sm, load_fl::END }
loaded! { /// Above another local; `a`: the slots of array and index; `b`: that of the local.
load_l_ll, load_sm::END }
loaded! { /// The same above two locals, both in `b`.
load_two_ll, load_l_ll::END }
loaded! { /// As `load_lll`, above another local, which is in the upper half of `b`.
load_l_lll, load_two_ll::END }
loaded! { /// Array and index stay on the stack, below the element.
load_dup, load_l_lll::END }
loaded! { /// The same; `a`, `b`: the slots of array and index.
load_dup_ll, load_dup::END }

stored! { /// No operands.
store_sss, load_dup_ll::END }
stored! { /// `a`: the value's slot.
store_ssl, store_sss::END }
stored! { /// `b`: the value.
store_ssc, store_ssl::END }
stored! { /// `a`: the slots of array and index; `b`: the value's slot.
store_lll, store_ssc::END }
stored! { /// `a`: the slots of array and index; `b`: the value.
store_llc, store_lll::END }
stored! { /// `a`: the slots of array and index; `b`: those of the array and the index from where.
copy, store_llc::END }

/// Kind of a field access: no other thread can notice it.
pub const QUIET: u32 = 0;
/// Kind of a field access: other threads can notice it where the object is shared.
pub const PLAIN: u32 = 1;
/// Kind of a field access: others can notice it where the object has leaked from its constructor.
pub const FINAL: u32 = 2;
/// Kind of a field access: what is written becomes shared with the object.
pub const REFERENCE: u32 = 3;
