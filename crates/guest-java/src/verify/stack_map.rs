//! The `StackMapTable` (JVMS 4.7.4) decoded.
//!
//! The locals of a frame are a chain: each is its type and the chain of those before it. Frames that change little share most
//! of it, so a hostile table takes no more memory than its bytes would suggest.

use crate::classfile::{Reader, Truncated};

use super::bytecode::Bytecode;
use super::frame::Frame;
use super::types::Type;

/// No local.
const NONE: u32 = u32::MAX;

/// The last local of a chain, with the rest.
struct Link {
    before: u32,
    value: Type,
    /// This local or one before it is the uninitialised `this`.
    this_uninitialized: bool,
}

/// One frame of the table.
#[derive(Clone, Copy)]
pub(super) struct MapFrame {
    /// The address that it is for.
    pub pc: usize,
    last: u32,
    /// Entries of locals.
    pub used: usize,
    stack: (u32, u32),
    /// A local is the uninitialised `this`.
    pub this_uninitialized: bool,
}

/// All frames of a method in the order of their addresses.
pub(super) struct StackMap {
    frames: Vec<MapFrame>,
    links: Vec<Link>,
    stacks: Vec<Type>,
}

/// What a table must fit to.
pub(super) struct Bounds<'a> {
    pub bytecode: &'a Bytecode<'a>,
    pub max_locals: usize,
    pub max_stack: usize,
}

/// Why a table was refused.
pub(super) enum Malformed {
    /// It cannot be read; in HotSpot's words.
    Format(&'static str),
    /// There are more types than places for them.
    Size,
    /// An uninitialised object is said to be made where there is no `new`.
    NotNew,
    /// The last frame is not for an instruction.
    Offset(StackMap),
}

impl From<Truncated> for Malformed {
    fn from(_: Truncated) -> Self {
        Malformed::Format("access beyond the end of attribute")
    }
}

impl StackMap {
    /// Decodes a table. `class` gives the type that a class constant names.
    pub fn decode(
        table: Option<&[u8]>,
        entry: &Frame,
        bounds: &Bounds<'_>,
        class: &mut dyn FnMut(u16) -> Option<Type>,
    ) -> Result<StackMap, Malformed> {
        let mut map = StackMap { frames: Vec::new(), links: Vec::new(), stacks: Vec::new() };
        let Some(table) = table else { return Ok(map) };
        let mut last = NONE;
        for value in &entry.locals[..entry.used] {
            last = map.link(last, *value);
        }
        let mut decoder = Decoder { reader: Reader::new(table), bounds, class };
        let mut frame =
            MapFrame { pc: 0, last, used: entry.used, stack: (0, 0), this_uninitialized: entry.this_uninitialized };
        let count = decoder.reader.u16()?;
        map.frames.reserve(usize::from(count).min(table.len()));
        for number in 0..count {
            frame = decoder.frame(&mut map, frame, number == 0)?;
            if !bounds.bytecode.is_instruction(frame.pc) {
                map.frames.push(frame);
                return Err(Malformed::Offset(map));
            }
            map.frames.push(frame);
        }
        if decoder.reader.remaining() != 0 {
            return Err(Malformed::Format("wrong attribute size"));
        }
        Ok(map)
    }

    fn link(&mut self, before: u32, value: Type) -> u32 {
        let inherited = self.links.get(before as usize).is_some_and(|link| link.this_uninitialized);
        let this_uninitialized = inherited || value == Type::UninitializedThis;
        self.links.push(Link { before, value, this_uninitialized });
        self.links.len() as u32 - 1
    }

    pub fn frames(&self) -> &[MapFrame] {
        &self.frames
    }

    /// The frame for an address.
    pub fn at(&self, pc: i64) -> Option<&MapFrame> {
        let pc = usize::try_from(pc).ok()?;
        self.frames.binary_search_by_key(&pc, |frame| frame.pc).ok().map(|n| &self.frames[n])
    }

    pub fn stack(&self, frame: &MapFrame) -> &[Type] {
        &self.stacks[frame.stack.0 as usize..(frame.stack.0 + frame.stack.1) as usize]
    }

    /// The locals of a frame, last one first.
    pub fn locals_backwards(&self, frame: &MapFrame) -> impl Iterator<Item = Type> + '_ {
        let mut at = frame.last;
        std::iter::from_fn(move || {
            let link = self.links.get(at as usize)?;
            at = link.before;
            Some(link.value)
        })
    }

    /// Puts a frame of the table into one that instructions can change.
    pub fn copy_to(&self, from: &MapFrame, to: &mut Frame) {
        to.locals[from.used.min(to.used)..].fill(Type::Top);
        for (n, value) in self.locals_backwards(from).enumerate() {
            to.locals[from.used - 1 - n] = value;
        }
        to.used = from.used;
        to.stack.clear();
        to.stack.extend_from_slice(self.stack(from));
        to.this_uninitialized = from.this_uninitialized;
    }
}

struct Decoder<'a, 'b> {
    reader: Reader<'a>,
    bounds: &'b Bounds<'b>,
    class: &'b mut dyn FnMut(u16) -> Option<Type>,
}

impl Decoder<'_, '_> {
    fn frame(&mut self, map: &mut StackMap, before: MapFrame, first: bool) -> Result<MapFrame, Malformed> {
        let tag = self.reader.u8()?;
        let mut frame = MapFrame { stack: (0, 0), ..before };
        let delta = match tag {
            0..=63 => usize::from(tag),
            64..=127 => {
                self.stack(map, &mut frame, 1)?;
                usize::from(tag - 64)
            }
            128..=246 => {
                self.reader.u16()?;
                return Err(Malformed::Format("reserved frame type"));
            }
            247 => {
                let delta = self.reader.u16()?;
                self.stack(map, &mut frame, 1)?;
                usize::from(delta)
            }
            248..=250 => {
                let delta = self.reader.u16()?;
                Self::chop(map, &mut frame, 251 - tag)?;
                usize::from(delta)
            }
            251 => usize::from(self.reader.u16()?),
            252..=254 => {
                let delta = self.reader.u16()?;
                for _ in 0..tag - 251 {
                    self.local(map, &mut frame)?;
                }
                self.check_locals(&frame)?;
                usize::from(delta)
            }
            255 => {
                let delta = self.reader.u16()?;
                (frame.last, frame.used, frame.this_uninitialized) = (NONE, 0, false);
                for _ in 0..self.reader.u16()? {
                    self.local(map, &mut frame)?;
                }
                self.check_locals(&frame)?;
                let operands = self.reader.u16()?;
                self.stack(map, &mut frame, operands)?;
                usize::from(delta)
            }
        };
        frame.pc = if first { delta } else { before.pc + delta + 1 };
        Ok(frame)
    }

    /// One type; a long or double stands for both of its entries.
    fn value(&mut self) -> Result<Type, Malformed> {
        Ok(match self.reader.u8()? {
            0 => Type::Top,
            1 => Type::Int,
            2 => Type::Float,
            3 => Type::Double,
            4 => Type::Long,
            5 => Type::Null,
            6 => Type::UninitializedThis,
            7 => {
                let index = self.reader.u16()?;
                (self.class)(index).ok_or(Malformed::Format("bad class index"))?
            }
            8 => {
                let pc = self.reader.u16()?;
                if !self.bounds.bytecode.is_new(usize::from(pc)) {
                    return Err(Malformed::NotNew);
                }
                Type::Uninitialized(pc)
            }
            _ => return Err(Malformed::Format("bad verification type")),
        })
    }

    fn local(&mut self, map: &mut StackMap, frame: &mut MapFrame) -> Result<(), Malformed> {
        let value = self.value()?;
        for value in [Some(value), value.second()].into_iter().flatten() {
            frame.last = map.link(frame.last, value);
            frame.used += 1;
        }
        frame.this_uninitialized |= value == Type::UninitializedThis;
        Ok(())
    }

    /// All locals of a frame are read before they are counted.
    fn check_locals(&self, frame: &MapFrame) -> Result<(), Malformed> {
        if frame.used > self.bounds.max_locals { Err(Malformed::Size) } else { Ok(()) }
    }

    fn stack(&mut self, map: &mut StackMap, frame: &mut MapFrame, count: u16) -> Result<(), Malformed> {
        let start = map.stacks.len();
        for _ in 0..count {
            let value = self.value()?;
            map.stacks.extend([Some(value), value.second()].into_iter().flatten());
            // The flag is about locals and operands alike.
            frame.this_uninitialized |= value == Type::UninitializedThis;
        }
        if map.stacks.len() - start > self.bounds.max_stack {
            return Err(Malformed::Size);
        }
        frame.stack = (start as u32, (map.stacks.len() - start) as u32);
        Ok(())
    }

    /// The last `count` locals are gone.
    fn chop(map: &StackMap, frame: &mut MapFrame, count: u8) -> Result<(), Malformed> {
        for _ in 0..count {
            for _ in 0..2 {
                let Some(link) = map.links.get(frame.last as usize) else { return Err(Malformed::Size) };
                frame.last = link.before;
                frame.used -= 1;
                if !link.value.is_second() {
                    break;
                }
            }
        }
        frame.this_uninitialized &= map.links.get(frame.last as usize).is_some_and(|link| link.this_uninitialized);
        Ok(())
    }
}
