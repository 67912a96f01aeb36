//! The units of the debug information, and its entries (DIEs) as everything here asks them.
//!
//! Compilers and linkers write what they like, so every question has the answer "nothing": an entry that cannot be read is one that
//! is not there. Chains of references are followed only so far, for broken ones may be circles.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use gimli::{
    AttributeValue, DebugInfoOffset, DwAt, DwLang, DwTag, LittleEndian, Reader as _, UnitOffset, UnitSectionOffset,
    UnitType,
};
use rustc_hash::FxHashMap;

use super::elf::Elf;
use super::index::Index;
use super::lines::Lines;
use super::names::Names;
use super::range_map::RangeMap;
use super::types::TypeId;

pub(super) type Reader = gimli::EndianArcSlice<LittleEndian>;

/// How many references are followed from an entry to what it stands for.
pub(super) const LONGEST_CHAIN: usize = 16;

/// How many ranges of one entry are looked at.
const MOST_RANGES: usize = 4096;

/// An entry by its offset in `.debug_info`, or behind that in `.debug_types`, where version 4 keeps types of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct DieId(pub(super) usize);

/// All debug information of a file.
#[derive(Debug)]
pub(super) struct Info {
    pub(super) dwarf: gimli::Dwarf<Reader>,
    /// By offset.
    pub(super) units: Vec<Unit>,
    /// Which units have code where.
    pub(super) code: RangeMap<usize>,
    /// Types that are known by a signature, wherever they are.
    signatures: FxHashMap<u64, DieId>,
    /// Names that were asked for before.
    pub(super) names: Names,
}

/// A unit: what the compiler made in one go.
#[derive(Debug)]
pub(super) struct Unit {
    start: usize,
    end: usize,
    pub(super) language: Language,
    pub(super) parsed: gimli::Unit<Reader>,
    pub(super) index: OnceLock<Index>,
    pub(super) lines: OnceLock<Lines>,
    /// The types that pointers among its variables point to.
    pub(super) pointees: OnceLock<Vec<TypeId>>,
}

/// Languages, as far as they write things differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    C,
    Cpp,
    Rust,
}

impl Language {
    fn of(language: DwLang) -> Self {
        match language {
            gimli::DW_LANG_Rust => Self::Rust,
            gimli::DW_LANG_C_plus_plus
            | gimli::DW_LANG_C_plus_plus_03
            | gimli::DW_LANG_C_plus_plus_11
            | gimli::DW_LANG_C_plus_plus_14
            | gimli::DW_LANG_C_plus_plus_17
            | gimli::DW_LANG_C_plus_plus_20 => Self::Cpp,
            _ => Self::C,
        }
    }
}

impl Info {
    pub(super) fn load(elf: &Elf) -> Self {
        let names: Vec<&str> = SECTIONS.iter().map(|section| section.name()).collect();
        let bytes: Vec<Arc<[u8]>> = elf.sections(&names).into_iter().map(|(_, bytes)| bytes.into()).collect();
        let section = |id| {
            let bytes = SECTIONS.iter().position(|known| *known == id).and_then(|index| bytes.get(index).cloned());
            Ok::<_, std::convert::Infallible>(Reader::new(bytes.unwrap_or_default(), LittleEndian))
        };
        let Ok(dwarf) = gimli::Dwarf::load(section);
        let mut info = Self {
            dwarf,
            units: Vec::new(),
            code: RangeMap::default(),
            signatures: FxHashMap::default(),
            names: Names::default(),
        };
        let mut headers = info.dwarf.units();
        while let Ok(Some(header)) = headers.next() {
            info.add(header, 0);
        }
        let end = info.units.last().map_or(0, |unit| unit.end);
        let mut headers = info.dwarf.type_units();
        while let Ok(Some(header)) = headers.next() {
            info.add(header, end);
        }
        info.code = info.code_ranges(elf);
        info
    }

    fn add(&mut self, header: gimli::UnitHeader<Reader>, base: usize) {
        let start = base.saturating_add(match header.offset() {
            UnitSectionOffset::DebugInfoOffset(offset) => offset.0,
            UnitSectionOffset::DebugTypesOffset(offset) => offset.0,
        });
        let end = start.saturating_add(header.length_including_self());
        let kind = header.type_();
        let Ok(parsed) = self.dwarf.unit(header) else { return };
        if let UnitType::Type { type_signature, type_offset } = kind {
            self.signatures.insert(type_signature.0, DieId(start.saturating_add(type_offset.0)));
        }
        let mut unit = Unit {
            start,
            end,
            language: Language::C,
            parsed,
            index: OnceLock::new(),
            lines: OnceLock::new(),
            pointees: OnceLock::new(),
        };
        let root = UnitOffset(unit.parsed.header.header_size());
        if let Ok(entry) = unit.parsed.entry(root)
            && let Ok(Some(AttributeValue::Language(language))) = entry.attr_value(gimli::DW_AT_language)
        {
            unit.language = Language::of(language);
        }
        self.units.push(unit);
    }

    /// Only what is code in this file: ranges of functions that the linker has dropped are at addresses that mean nothing.
    fn code_ranges(&self, elf: &Elf) -> RangeMap<usize> {
        let mut all = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let ranges = self.dwarf.unit_ranges(&unit.parsed).map(collect).unwrap_or_default();
            all.extend(ranges.into_iter().filter(|range| elf.is_code(range.start)).map(|range| (range, number)));
        }
        all.into_iter().collect()
    }

    /// The entry with this number.
    pub(super) fn die(&self, id: DieId) -> Option<Die<'_>> {
        let number = self.units.partition_point(|unit| unit.start <= id.0).checked_sub(1)?;
        let unit = self.units.get(number).filter(|unit| id.0 < unit.end)?;
        let entry = unit.parsed.entry(UnitOffset(id.0 - unit.start)).ok()?;
        Some(Die { info: self, unit, entry })
    }

    /// What is where in the unit.
    pub(super) fn index<'a>(&'a self, unit: &'a Unit) -> &'a Index {
        unit.index.get_or_init(|| Index::build(self, unit))
    }

    /// The lines of the unit's code.
    pub(super) fn lines<'a>(&'a self, unit: &'a Unit) -> &'a Lines {
        unit.lines.get_or_init(|| Lines::read(self, unit))
    }
}

const SECTIONS: &[gimli::SectionId] = &[
    gimli::SectionId::DebugAbbrev,
    gimli::SectionId::DebugAddr,
    gimli::SectionId::DebugInfo,
    gimli::SectionId::DebugLine,
    gimli::SectionId::DebugLineStr,
    gimli::SectionId::DebugLoc,
    gimli::SectionId::DebugLocLists,
    gimli::SectionId::DebugRanges,
    gimli::SectionId::DebugRngLists,
    gimli::SectionId::DebugStr,
    gimli::SectionId::DebugStrOffsets,
    gimli::SectionId::DebugTypes,
];

fn collect(mut ranges: gimli::RangeIter<Reader>) -> Vec<Range<u64>> {
    let next = || ranges.next().ok().flatten().map(|range| range.begin..range.end);
    std::iter::from_fn(next).take(MOST_RANGES).collect()
}

impl Unit {
    /// The folder that the compiler worked in.
    pub(super) fn folder(&self) -> Option<String> {
        Some(self.parsed.comp_dir.as_ref()?.to_string_lossy().ok()?.into_owned())
    }

    pub(super) fn id(&self, offset: UnitOffset) -> DieId {
        DieId(self.start.saturating_add(offset.0))
    }

    /// The number of the entry that an attribute of this unit refers to.
    pub(super) fn reference(&self, value: &AttributeValue<Reader>) -> Option<DieId> {
        match value {
            AttributeValue::UnitRef(offset) => Some(self.id(*offset)),
            AttributeValue::DebugInfoRef(DebugInfoOffset(offset)) => Some(DieId(*offset)),
            _ => None,
        }
    }
}

/// One entry.
#[derive(Clone, Debug)]
pub(super) struct Die<'a> {
    pub(super) info: &'a Info,
    pub(super) unit: &'a Unit,
    entry: gimli::DebuggingInformationEntry<'a, 'a, Reader>,
}

impl<'a> Die<'a> {
    pub(super) fn id(&self) -> DieId {
        self.unit.id(self.entry.offset())
    }

    pub(super) fn tag(&self) -> DwTag {
        self.entry.tag()
    }

    pub(super) fn attr(&self, name: DwAt) -> Option<AttributeValue<Reader>> {
        self.entry.attr_value(name).ok().flatten()
    }

    pub(super) fn text(&self, name: DwAt) -> Option<String> {
        let text = self.info.dwarf.attr_string(&self.unit.parsed, self.attr(name)?).ok()?;
        Some(text.to_string_lossy().ok()?.into_owned())
    }

    pub(super) fn name(&self) -> Option<String> {
        self.text(gimli::DW_AT_name).filter(|name| !name.is_empty())
    }

    pub(super) fn number(&self, name: DwAt) -> Option<u64> {
        self.attr(name)?.udata_value()
    }

    pub(super) fn is(&self, flag: DwAt) -> bool {
        matches!(self.attr(flag), Some(AttributeValue::Flag(true)))
    }

    /// The number of the entry that an attribute refers to.
    pub(super) fn reference(&self, name: DwAt) -> Option<DieId> {
        match self.attr(name)? {
            AttributeValue::DebugTypesRef(signature) => self.info.signatures.get(&signature.0).copied(),
            other => self.unit.reference(&other),
        }
    }

    /// The number of the entry that this one is an instance or the definition of.
    pub(super) fn origin(&self) -> Option<DieId> {
        self.reference(gimli::DW_AT_abstract_origin).or_else(|| self.reference(gimli::DW_AT_specification))
    }

    /// This entry, and those that it is an instance or the definition of: each attribute is at one of them.
    pub(super) fn chain(&self) -> impl Iterator<Item = Die<'a>> + use<'a> {
        let info = self.info;
        std::iter::successors(Some(self.clone()), move |die| info.die(die.origin()?)).take(LONGEST_CHAIN)
    }

    /// The entry of the whole file that it is in.
    pub(super) fn file(&self) -> Option<Die<'a>> {
        let mut cursor = self.unit.parsed.entries();
        let (_, entry) = cursor.next_dfs().ok().flatten()?;
        Some(Die { info: self.info, unit: self.unit, entry: entry.clone() })
    }

    pub(super) fn children(&self) -> Vec<Die<'a>> {
        let mut all = Vec::new();
        if let Ok(mut tree) = self.unit.parsed.entries_tree(Some(self.entry.offset()))
            && let Ok(root) = tree.root()
        {
            let mut children = root.children();
            while let Ok(Some(child)) = children.next() {
                all.push(Die { info: self.info, unit: self.unit, entry: child.entry().clone() });
            }
        }
        all
    }

    /// The entry that this one is in.
    pub(super) fn parent(&self) -> Option<Die<'a>> {
        self.info.die(self.info.index(self.unit).parent(self.id())?)
    }

    /// The addresses of its code.
    pub(super) fn ranges(&self) -> Vec<Range<u64>> {
        self.info.dwarf.die_ranges(&self.unit.parsed, &self.entry).map(collect).unwrap_or_default()
    }

    pub(super) fn contains(&self, address: u64) -> bool {
        self.ranges().iter().any(|range| range.contains(&address))
    }
}
