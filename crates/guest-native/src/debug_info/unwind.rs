//! Where a frame is, relative to the registers: the call frame information in `.eh_frame`.

use std::sync::Arc;

use gimli::{BaseAddresses, CfaRule, EhFrame, LittleEndian, Register, UnwindContext, UnwindSection as _};

use super::elf::Elf;
use super::info::Reader;
use super::range_map::RangeMap;

/// The frame pointer of x86-64.
pub(super) const RBP: Register = Register(6);
/// The stack pointer of x86-64.
pub(super) const RSP: Register = Register(7);

/// How functions keep their frames.
#[derive(Debug)]
pub(super) struct Unwind {
    frames: EhFrame<Reader>,
    bases: BaseAddresses,
    descriptions: RangeMap<gimli::EhFrameOffset>,
}

impl Unwind {
    pub(super) fn load(elf: &Elf) -> Self {
        let (address, bytes) = elf.sections(&[".eh_frame"]).pop().unwrap_or_default();
        let mut frames = EhFrame::from(Reader::new(Arc::from(bytes), LittleEndian));
        frames.set_address_size(8);
        let bases = BaseAddresses::default().set_eh_frame(address);
        let mut descriptions = Vec::new();
        let mut entries = frames.entries(&bases);
        while let Ok(Some(entry)) = entries.next() {
            if let gimli::CieOrFde::Fde(partial) = entry
                && let Ok(description) = partial.parse(EhFrame::cie_from_offset)
            {
                let start = description.initial_address();
                let range = start..start.saturating_add(description.len());
                descriptions.push((range, gimli::EhFrameOffset(description.offset())));
            }
        }
        Self { frames, bases, descriptions: descriptions.into_iter().collect() }
    }

    /// How far below the frame's canonical address (that of the caller's stack pointer before the call) the register points, when the
    /// code at this address runs.
    pub(super) fn below_frame(&self, register: Register, address: u64) -> Option<i64> {
        let (_, offset) = self.descriptions.at(address).next()?;
        let description = self.frames.fde_from_offset(&self.bases, *offset, EhFrame::cie_from_offset).ok()?;
        let mut context = UnwindContext::new();
        let row = description.unwind_info_for_address(&self.frames, &self.bases, &mut context, address).ok()?;
        match *row.cfa() {
            CfaRule::RegisterAndOffset { register: base, offset } if base == register => Some(offset),
            // A frame pointer is set up by `push %rbp; mov %rsp, %rbp`: the return address and the old one are above it.
            CfaRule::RegisterAndOffset { .. } if register == RBP => Some(16),
            _ => None,
        }
    }
}
