//! Class-file bytecode as a list of instructions and jumps: just enough to follow control flow. Methods that were never run
//! are looked at, too, so this does without decoded code; what it cannot read it answers with `None`.

/// The operation codes that matter here (JVMS chapter 6).
pub mod opcode {
    #![allow(missing_docs)]
    pub const LDC: u8 = 0x12;
    pub const LDC_W: u8 = 0x13;
    pub const LDC2_W: u8 = 0x14;
    pub const GOTO: u8 = 0xa7;
    pub const JSR: u8 = 0xa8;
    pub const RET: u8 = 0xa9;
    pub const TABLESWITCH: u8 = 0xaa;
    pub const LOOKUPSWITCH: u8 = 0xab;
    pub const IRETURN: u8 = 0xac;
    pub const RETURN: u8 = 0xb1;
    pub const GETSTATIC: u8 = 0xb2;
    pub const PUTSTATIC: u8 = 0xb3;
    pub const INVOKEVIRTUAL: u8 = 0xb6;
    pub const INVOKESPECIAL: u8 = 0xb7;
    pub const INVOKESTATIC: u8 = 0xb8;
    pub const INVOKEINTERFACE: u8 = 0xb9;
    pub const INVOKEDYNAMIC: u8 = 0xba;
    pub const NEW: u8 = 0xbb;
    pub const ATHROW: u8 = 0xbf;
    pub const WIDE: u8 = 0xc4;
    pub const GOTO_W: u8 = 0xc8;
    pub const JSR_W: u8 = 0xc9;

    /// Whether it uses memory or a monitor, or calls something other than a constructor or a superclass's method.
    pub const fn is_access_or_call(op: u8) -> bool {
        const IALOAD: u8 = 0x2e;
        const SALOAD: u8 = 0x35;
        const IASTORE: u8 = 0x4f;
        const SASTORE: u8 = 0x56;
        const MONITORENTER: u8 = 0xc2;
        matches!(
            op,
            IALOAD..=SALOAD | IASTORE..=SASTORE | GETSTATIC..=INVOKEVIRTUAL | INVOKESTATIC..=INVOKEDYNAMIC | MONITORENTER
        )
    }
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// Its address.
    pub pc: usize,
    /// Its operation.
    pub op: u8,
    /// Its length in bytes.
    len: usize,
}

/// The instructions of a method's body, in order; they end early where the bytes make no sense.
pub fn instructions(bytes: &[u8]) -> impl Iterator<Item = Instruction> + '_ {
    let mut pc = 0;
    std::iter::from_fn(move || {
        let op = *bytes.get(pc)?;
        let len = length(bytes, pc)?;
        let instruction = Instruction { pc, op, len };
        pc += len;
        Some(instruction)
    })
}

impl Instruction {
    /// The constant that it names, where it names one in the usual place.
    pub fn constant(self, bytes: &[u8]) -> Option<u16> {
        if self.op == opcode::LDC {
            return bytes.get(self.pc + 1).map(|index| u16::from(*index));
        }
        Some(i16_at(bytes, self.pc + 1)? as u16)
    }

    /// Puts into `out` where control may go from here, other than to a handler.
    pub fn successors(self, bytes: &[u8], out: &mut Vec<usize>) -> Option<()> {
        out.clear();
        let relative = |offset: i64| usize::try_from(self.pc as i64 + offset).ok();
        let wide = |at: usize| i32_at(bytes, at).and_then(|offset| relative(i64::from(offset)));
        match self.op {
            opcode::IRETURN..=opcode::RETURN | opcode::ATHROW => return Some(()),
            // Where it goes only a run can tell.
            opcode::RET => return None,
            opcode::WIDE if bytes.get(self.pc + 1) == Some(&opcode::RET) => return None,
            opcode::JSR_W => out.extend([wide(self.pc + 1)?, self.pc + self.len]),
            opcode::GOTO => out.push(relative(i64::from(i16_at(bytes, self.pc + 1)?))?),
            opcode::GOTO_W => out.push(wide(self.pc + 1)?),
            opcode::TABLESWITCH | opcode::LOOKUPSWITCH => {
                let (base, step) = if self.op == opcode::TABLESWITCH { (12, 4) } else { (12, 8) };
                let at = (self.pc + 4) & !3;
                out.push(wide(at)?);
                for target in (at + base..self.pc + self.len).step_by(step) {
                    out.push(wide(target)?);
                }
            }
            _ => {
                if is_branch(self.op) {
                    out.push(relative(i64::from(i16_at(bytes, self.pc + 1)?))?);
                }
                out.push(self.pc + self.len);
            }
        }
        Some(())
    }
}

/// Conditional jumps: `ifeq` … `if_acmpne`, `ifnull`, `ifnonnull`; and `jsr`, which comes back.
fn is_branch(op: u8) -> bool {
    matches!(op, 0x99..=0xa6 | opcode::JSR | 0xc6 | 0xc7)
}

fn length(bytes: &[u8], pc: usize) -> Option<usize> {
    let switch = (pc + 4) & !3;
    Some(match *bytes.get(pc)? {
        0x10 | opcode::LDC | 0x15..=0x19 | 0x36..=0x3a | opcode::RET | 0xbc => 2,
        0x11 | opcode::LDC_W | opcode::LDC2_W | 0x84 | 0x99..=opcode::JSR => 3,
        opcode::GETSTATIC..=opcode::INVOKESTATIC | opcode::NEW | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
        0xc5 => 4,
        opcode::INVOKEINTERFACE | opcode::INVOKEDYNAMIC | opcode::GOTO_W | opcode::JSR_W => 5,
        opcode::WIDE if *bytes.get(pc + 1)? == 0x84 => 6,
        opcode::WIDE => 4,
        opcode::TABLESWITCH => {
            let count = i64::from(i32_at(bytes, switch + 8)?) - i64::from(i32_at(bytes, switch + 4)?) + 1;
            switch + 12 + 4 * usize::try_from(count).ok()? - pc
        }
        opcode::LOOKUPSWITCH => switch + 8 + 8 * usize::try_from(i32_at(bytes, switch + 4)?).ok()? - pc,
        // What is no instruction.
        0xca.. => return None,
        _ => 1,
    })
}

fn i16_at(bytes: &[u8], at: usize) -> Option<i16> {
    Some(i16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn i32_at(bytes: &[u8], at: usize) -> Option<i32> {
    Some(i32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
