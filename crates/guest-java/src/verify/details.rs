//! What HotSpot's verifier says behind the first line of its message.

use std::fmt::Write;

use super::bytecode::{self, Bytecode};
use super::frame::Frame;
use super::stack_map::{MapFrame, StackMap};
use super::types::{Names, Type, Want};
use crate::classfile::{Code, MethodInfo, Reader, Truncated};

/// Where a type was found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// In a local of the current frame.
    Local(usize),
    /// In an operand of the current frame.
    Stack(usize),
    /// In a local of a frame of the table.
    MapLocal(usize),
    /// In an operand of a frame of the table.
    MapStack(usize),
    /// In the constant pool.
    Constant(u16),
    /// In the method's descriptor.
    Signature,
    /// Nowhere: the instruction implies it.
    Implied,
}

/// Why code was refused.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason {
    /// There is no more to say.
    InvalidBytecode,
    /// A type, where it was found, and what was wanted in its place and why.
    WrongType {
        found: (Type, Origin),
        wanted: Option<(Want, Origin)>,
    },
    FlagsMismatch,
    BadConstant(u16),
    BadLocal(usize),
    StackSizeMismatch,
    Overflow,
    Underflow,
    MissingMap,
    BadMap,
}

/// All that a message is made of.
pub(super) struct Scene<'a> {
    pub names: &'a Names,
    pub class: &'a str,
    pub method: &'a MethodInfo,
    pub code: &'a Code,
    pub bytecode: &'a [u8],
    pub map: Option<&'a StackMap>,
    /// The table as the class file has it.
    pub table: Option<&'a [u8]>,
    /// The instruction, or the place of the frame, that is wrong.
    pub pc: usize,
    pub reason: Reason,
    /// The frame before the instruction, or what is left of it, and its address.
    pub frame: Option<(&'a Frame, usize)>,
    /// The frame of the table that it was compared with.
    pub expected: Option<&'a MapFrame>,
}

impl Scene<'_> {
    /// The text behind the first line.
    pub fn text(&self) -> String {
        let mut out = String::from("\nException Details:\n");
        // Writing to a String cannot fail.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let (name, desc) = (&self.method.name, &self.method.desc);
        writeln!(out, "  Location:\n    {}.{name}{desc} @{}: {}", self.class, self.pc, self.operation())?;
        writeln!(out, "  Reason:\n    {}", self.reason())?;
        if let Some((frame, pc)) = self.frame {
            writeln!(out, "  Current Frame:")?;
            self.frame(out, pc, frame.this_uninitialized, &frame.locals[..frame.used], &frame.stack)?;
        }
        if let (Some(map), Some(expected)) = (self.map, self.expected) {
            let mut locals: Vec<Type> = map.locals_backwards(expected).collect();
            locals.reverse();
            writeln!(out, "  Stackmap Frame:")?;
            self.frame(out, expected.pc, expected.this_uninitialized, &locals, map.stack(expected))?;
        }
        self.bytes(out)?;
        self.handlers(out)?;
        self.table(out)
    }

    fn operation(&self) -> &'static str {
        match self.bytecode.get(self.pc) {
            Some(0xc4) => bytecode::name(0xc4),
            Some(op) => bytecode::name(*op),
            None => "<invalid>",
        }
    }

    fn reason(&self) -> String {
        match self.reason {
            Reason::InvalidBytecode => "Error exists in the bytecode".into(),
            Reason::WrongType { found, wanted } => {
                let found = self.origin(&self.names.show(found.0).to_string(), found.1);
                match wanted {
                    Some((want, origin)) => {
                        format!("Type {found} is not assignable to {}", self.origin(&self.want(want), origin))
                    }
                    None => format!("Invalid type: {found}"),
                }
            }
            Reason::FlagsMismatch => "Current frame's flags are not assignable to stack map frame's.".into(),
            Reason::BadConstant(index) => format!("Constant pool index {index} is invalid"),
            Reason::BadLocal(index) => format!("Local index {index} is invalid"),
            Reason::StackSizeMismatch => "Current frame's stack size doesn't match stackmap.".into(),
            Reason::Overflow => "Exceeded max stack size.".into(),
            Reason::Underflow => "Attempt to pop empty stack.".into(),
            Reason::BadMap => "Invalid stackmap specification.".into(),
            Reason::MissingMap => "Expected stackmap frame at this location.".into(),
        }
    }

    fn want(&self, want: Want) -> String {
        match want {
            Want::Is(wanted) => self.names.show(wanted).to_string(),
            Want::Reference => "reference type".into(),
            Want::Category1 => "category1 type".into(),
            Want::Category2 => "category2 type".into(),
            Want::Category2Second => "category2_2nd type".into(),
        }
    }

    fn origin(&self, what: &str, origin: Origin) -> String {
        match origin {
            Origin::Local(n) => format!("{what} (current frame, locals[{n}])"),
            Origin::Stack(n) => format!("{what} (current frame, stack[{n}])"),
            Origin::MapLocal(n) => format!("{what} (stack map, locals[{n}])"),
            Origin::MapStack(n) => format!("{what} (stack map, stack[{n}])"),
            Origin::Constant(index) => format!("{what} (constant pool {index})"),
            Origin::Signature => format!("{what} (from method signature)"),
            Origin::Implied => what.into(),
        }
    }

    fn frame(&self, out: &mut String, pc: usize, flagged: bool, locals: &[Type], stack: &[Type]) -> std::fmt::Result {
        let flags = if flagged { "{ flagThisUninit }" } else { "{ }" };
        writeln!(out, "    bci: @{pc}\n    flags: {flags}")?;
        for (what, types) in [("locals", locals), ("stack", stack)] {
            let shown: Vec<String> = types.iter().map(|entry| self.names.show(*entry).to_string()).collect();
            match shown.is_empty() {
                true => writeln!(out, "    {what}: {{ }}")?,
                false => writeln!(out, "    {what}: {{ {} }}", shown.join(", "))?,
            }
        }
        Ok(())
    }

    fn bytes(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "  Bytecode:")?;
        // There is always a row that is not full.
        for row in 0..=self.bytecode.len() / 16 {
            let bytes = &self.bytecode[row * 16..self.bytecode.len().min(row * 16 + 16)];
            write!(out, "    {:07x}:", row * 16)?;
            for pair in bytes.chunks(2) {
                out.push(' ');
                for byte in pair {
                    write!(out, "{byte:02x}")?;
                }
            }
            // The last row is as wide as the others.
            let missing = 16 - bytes.len();
            out.extend(std::iter::repeat_n(' ', (2 * missing + missing / 2).min(40)));
            out.push('\n');
        }
        Ok(())
    }

    fn handlers(&self, out: &mut String) -> std::fmt::Result {
        if self.code.handlers.is_empty() {
            return Ok(());
        }
        writeln!(out, "  Exception Handler Table:")?;
        for handler in &self.code.handlers {
            writeln!(out, "    bci [{}, {}] => handler: {}", handler.start, handler.end, handler.target)?;
        }
        Ok(())
    }

    /// The table as it is spelled, up to where it makes no sense.
    fn table(&self, out: &mut String) -> std::fmt::Result {
        let Some(table) = self.table else { return Ok(()) };
        writeln!(out, "  Stackmap Table:")?;
        let mut reader = Reader::new(table);
        let Ok(count) = reader.u16() else { return Ok(()) };
        let mut pc = -1;
        for _ in 0..count {
            match frame_text(&mut reader, &mut pc) {
                Ok(text) => writeln!(out, "    {text}")?,
                Err(Truncated) => break,
            }
        }
        Ok(())
    }
}

/// The next frame of a table; `pc` is the address of the one before.
fn frame_text(reader: &mut Reader<'_>, pc: &mut i64) -> Result<String, Truncated> {
    let tag = reader.u8()?;
    let delta = match tag {
        0..=127 => u16::from(tag % 64),
        128..=246 => return Ok(format!("reserved_frame({tag})")),
        _ => reader.u16()?,
    };
    *pc += i64::from(delta) + 1;
    let at = *pc;
    Ok(match tag {
        0..=63 => format!("same_frame(@{at})"),
        64..=127 => format!("same_locals_1_stack_item_frame(@{at},{})", types_text(reader, 1)?),
        247 => format!("same_locals_1_stack_item_frame_extended(@{at},{})", types_text(reader, 1)?),
        248..=250 => format!("chop_frame(@{at},{})", 251 - tag),
        251 => format!("same_frame_extended(@{at})"),
        252..=254 => format!("append_frame(@{at},{})", types_text(reader, u16::from(tag - 251))?),
        _ => {
            let count = reader.u16()?;
            let locals = types_text(reader, count)?;
            let count = reader.u16()?;
            format!("full_frame(@{at},{{{locals}}},{{{}}})", types_text(reader, count)?)
        }
    })
}

fn types_text(reader: &mut Reader<'_>, count: u16) -> Result<String, Truncated> {
    let mut texts = Vec::new();
    for _ in 0..count {
        texts.push(match reader.u8()? {
            0 => "Top".into(),
            1 => "Integer".into(),
            2 => "Float".into(),
            3 => "Double".into(),
            4 => "Long".into(),
            5 => "Null".into(),
            6 => "UninitializedThis".into(),
            7 => format!("Object[#{}]", reader.u16()?),
            8 => format!("Uninitialized[#{}]", reader.u16()?),
            tag => format!("BAD:{tag}"),
        });
    }
    Ok(texts.join(","))
}

/// Whether every path from a handler ends in an `athrow`, or in none of the returns: what HotSpot asks of handlers around a
/// call of another constructor.
pub(super) fn ends_in_throw(bytecode: &Bytecode<'_>, start: usize) -> bool {
    let mut seen = vec![false; bytecode.len()];
    let mut work = vec![start as i64];
    while let Some(pc) = work.pop() {
        let Some(mut pc) = usize::try_from(pc).ok().filter(|pc| bytecode.is_instruction(*pc)) else { return false };
        loop {
            if seen[pc] {
                break;
            }
            seen[pc] = true;
            match bytecode.bytes[pc] {
                0xbf => break,
                0xac..=0xb1 | 0xa8 | 0xa9 | 0xc9 => return false,
                0xa7 => {
                    work.push(bytecode.near(pc));
                    break;
                }
                0xc8 => {
                    work.push(bytecode.far(pc, pc + 1));
                    break;
                }
                0xaa | 0xab => {
                    let switch = bytecode.switch(pc);
                    work.push(bytecode.far(pc, switch.base));
                    for n in 0..usize::try_from(switch.keys).unwrap_or(0) {
                        work.push(bytecode.far(pc, switch.offset(n)));
                    }
                    break;
                }
                0x99..=0xa6 | 0xc6 | 0xc7 => work.push(bytecode.near(pc)),
                _ => {}
            }
            pc = bytecode.next(pc);
            if pc >= bytecode.len() {
                return false;
            }
        }
    }
    true
}
