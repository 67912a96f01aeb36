//! The instructions of a method body: where each begins, and its operands (JVMS 4.9.1).

/// A method body cut into instructions.
pub(super) struct Bytecode<'a> {
    pub bytes: &'a [u8],
    /// The length of the instruction that begins at each address, or [`LONG`]; 0 inside of one.
    lengths: Vec<u8>,
}

/// The length of instructions that are at least so long.
const LONG: u8 = 255;
const NEW: u8 = 0xbb;

impl<'a> Bytecode<'a> {
    /// Cuts; the error is the address of the first thing that is no instruction or reaches over the end.
    /// HotSpot's own operations are stepped over where that is asked for.
    pub fn cut(bytes: &'a [u8], inner: bool) -> Result<Bytecode<'a>, usize> {
        let mut lengths = vec![0; bytes.len()];
        let mut pc = 0;
        while pc < bytes.len() {
            let length = if inner { inner_length(bytes[pc]) } else { None }.or_else(|| length(bytes, pc));
            let length = length.filter(|length| pc + length <= bytes.len()).ok_or(pc)?;
            lengths[pc] = u8::try_from(length).unwrap_or(LONG);
            pc += length;
        }
        Ok(Bytecode { bytes, lengths })
    }

    /// Whether an instruction of class files begins there, even if it does not end.
    pub fn is_operation(bytes: &[u8], pc: usize) -> bool {
        pc < bytes.len() && length(bytes, pc).is_some()
    }

    /// Bytes that cannot be cut, only shown.
    pub fn uncut(bytes: &'a [u8]) -> Bytecode<'a> {
        Bytecode { bytes, lengths: Vec::new() }
    }

    pub fn is_instruction(&self, pc: usize) -> bool {
        self.lengths.get(pc).is_some_and(|length| *length != 0)
    }

    pub fn is_new(&self, pc: usize) -> bool {
        self.is_instruction(pc) && self.bytes[pc] == NEW
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The instruction behind the one at `pc`.
    pub fn next(&self, pc: usize) -> usize {
        match self.lengths.get(pc) {
            Some(&length) if length != 0 && length != LONG => pc + usize::from(length),
            _ => {
                let rest = self.lengths.get(pc + 1..).unwrap_or_default();
                pc + 1 + rest.iter().take_while(|length| **length == 0).count()
            }
        }
    }

    // The instructions were measured, so their operands are there; beyond them is zero.

    pub fn u8(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    pub fn u16(&self, at: usize) -> u16 {
        u16::from_be_bytes([self.u8(at), self.u8(at + 1)])
    }

    pub fn i32(&self, at: usize) -> i32 {
        i32::from_be_bytes([self.u8(at), self.u8(at + 1), self.u8(at + 2), self.u8(at + 3)])
    }

    /// The target of the branch with a two-byte offset at `pc`.
    pub fn near(&self, pc: usize) -> i64 {
        pc as i64 + i64::from(self.u16(pc + 1) as i16)
    }

    /// The target of the branch with a four-byte offset at `pc + from`.
    pub fn far(&self, pc: usize, from: usize) -> i64 {
        pc as i64 + i64::from(self.i32(from))
    }

    /// The switch at `pc`.
    pub fn switch(&self, pc: usize) -> Switch {
        let base = (pc + 4) & !3;
        if self.bytes[pc] == 0xaa {
            let (low, high) = (self.i32(base + 4), self.i32(base + 8));
            Switch { base, keys: i64::from(high) - i64::from(low) + 1, dense: true }
        } else {
            Switch { base, keys: i64::from(self.i32(base + 4)), dense: false }
        }
    }
}

/// Where the parts of a `tableswitch` or `lookupswitch` are.
pub(super) struct Switch {
    /// The address of the default offset: aligned.
    pub base: usize,
    /// How many keys it says that it has.
    pub keys: i64,
    /// A `tableswitch`.
    pub dense: bool,
}

impl Switch {
    /// The address of the offset for the `n`th key.
    pub fn offset(&self, n: usize) -> usize {
        if self.dense { self.base + 12 + 4 * n } else { self.base + 12 + 8 * n }
    }

    /// The address of the `n`th key of a `lookupswitch`.
    pub fn key(&self, n: usize) -> usize {
        self.base + 8 + 8 * n
    }
}

/// The length of the instruction at `pc`; none where there is none.
fn length(bytes: &[u8], pc: usize) -> Option<usize> {
    let i32_at = |at: usize| Some(i32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    Some(match bytes[pc] {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
        0xc5 => 4,
        0xb9 | 0xba | 0xc8 | 0xc9 => 5,
        0xc4 => match bytes.get(pc + 1)? {
            0x84 => 6,
            0x15..=0x19 | 0x36..=0x3a | 0xa9 => 4,
            _ => return None,
        },
        0xaa => {
            let base = (pc + 4) & !3;
            let keys = i64::from(i32_at(base + 8)?) - i64::from(i32_at(base + 4)?) + 1;
            base + 12 + 4 * usize::try_from(keys).ok().filter(|keys| (1..=bytes.len()).contains(keys))? - pc
        }
        0xab => {
            let base = (pc + 4) & !3;
            let keys = usize::try_from(i32_at(base + 4)?).ok().filter(|keys| *keys <= bytes.len())?;
            base + 8 + 8 * keys - pc
        }
        0xca.. => return None,
        _ => 1,
    })
}

/// The lengths of operations that HotSpot has for itself and that no class file may use. Its verifier steps over them before it
/// refuses them, so that what it says first may be about something else.
fn inner_length(op: u8) -> Option<usize> {
    Some(match op {
        ..0xca | 0xef.. => return None,
        0xca | 0xdc | 0xe8 | 0xec | 0xee => 1,
        0xe0 | 0xe6 | 0xed => 2,
        0xdd..=0xdf | 0xe1 => 4,
        0xe4 | 0xe5 => return None,
        _ => 3,
    })
}

/// The name of an operation.
pub(super) fn name(op: u8) -> &'static str {
    NAMES.get(usize::from(op)).copied().unwrap_or("<illegal>")
}

/// In the order of their numbers (JVMS 6.5).
static NAMES: [&str; 202] = [
    "nop",
    "aconst_null",
    "iconst_m1",
    "iconst_0",
    "iconst_1",
    "iconst_2",
    "iconst_3",
    "iconst_4",
    "iconst_5",
    "lconst_0",
    "lconst_1",
    "fconst_0",
    "fconst_1",
    "fconst_2",
    "dconst_0",
    "dconst_1",
    "bipush",
    "sipush",
    "ldc",
    "ldc_w",
    "ldc2_w",
    "iload",
    "lload",
    "fload",
    "dload",
    "aload",
    "iload_0",
    "iload_1",
    "iload_2",
    "iload_3",
    "lload_0",
    "lload_1",
    "lload_2",
    "lload_3",
    "fload_0",
    "fload_1",
    "fload_2",
    "fload_3",
    "dload_0",
    "dload_1",
    "dload_2",
    "dload_3",
    "aload_0",
    "aload_1",
    "aload_2",
    "aload_3",
    "iaload",
    "laload",
    "faload",
    "daload",
    "aaload",
    "baload",
    "caload",
    "saload",
    "istore",
    "lstore",
    "fstore",
    "dstore",
    "astore",
    "istore_0",
    "istore_1",
    "istore_2",
    "istore_3",
    "lstore_0",
    "lstore_1",
    "lstore_2",
    "lstore_3",
    "fstore_0",
    "fstore_1",
    "fstore_2",
    "fstore_3",
    "dstore_0",
    "dstore_1",
    "dstore_2",
    "dstore_3",
    "astore_0",
    "astore_1",
    "astore_2",
    "astore_3",
    "iastore",
    "lastore",
    "fastore",
    "dastore",
    "aastore",
    "bastore",
    "castore",
    "sastore",
    "pop",
    "pop2",
    "dup",
    "dup_x1",
    "dup_x2",
    "dup2",
    "dup2_x1",
    "dup2_x2",
    "swap",
    "iadd",
    "ladd",
    "fadd",
    "dadd",
    "isub",
    "lsub",
    "fsub",
    "dsub",
    "imul",
    "lmul",
    "fmul",
    "dmul",
    "idiv",
    "ldiv",
    "fdiv",
    "ddiv",
    "irem",
    "lrem",
    "frem",
    "drem",
    "ineg",
    "lneg",
    "fneg",
    "dneg",
    "ishl",
    "lshl",
    "ishr",
    "lshr",
    "iushr",
    "lushr",
    "iand",
    "land",
    "ior",
    "lor",
    "ixor",
    "lxor",
    "iinc",
    "i2l",
    "i2f",
    "i2d",
    "l2i",
    "l2f",
    "l2d",
    "f2i",
    "f2l",
    "f2d",
    "d2i",
    "d2l",
    "d2f",
    "i2b",
    "i2c",
    "i2s",
    "lcmp",
    "fcmpl",
    "fcmpg",
    "dcmpl",
    "dcmpg",
    "ifeq",
    "ifne",
    "iflt",
    "ifge",
    "ifgt",
    "ifle",
    "if_icmpeq",
    "if_icmpne",
    "if_icmplt",
    "if_icmpge",
    "if_icmpgt",
    "if_icmple",
    "if_acmpeq",
    "if_acmpne",
    "goto",
    "jsr",
    "ret",
    "tableswitch",
    "lookupswitch",
    "ireturn",
    "lreturn",
    "freturn",
    "dreturn",
    "areturn",
    "return",
    "getstatic",
    "putstatic",
    "getfield",
    "putfield",
    "invokevirtual",
    "invokespecial",
    "invokestatic",
    "invokeinterface",
    "invokedynamic",
    "new",
    "newarray",
    "anewarray",
    "arraylength",
    "athrow",
    "checkcast",
    "instanceof",
    "monitorenter",
    "monitorexit",
    "wide",
    "multianewarray",
    "ifnull",
    "ifnonnull",
    "goto_w",
    "jsr_w",
];
