//! Variables that have one address: globals, statics, and locals that are static.

use gimli::{AttributeValue, Operation};
use rustc_hash::FxHashMap;

use super::elf::Elf;
use super::frames::declared_at;
use super::info::{Die, DieId, Info, Reader, Unit};
use super::lines::Place;
use super::names::name_of;
use super::readable::symbol_name;
use super::types::{TypeId, Types};

/// A variable at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// With what it is in: `counter`, `Pool::instance`, `make::cache` for a static local of `make`.
    pub name: String,
    /// Where it begins. Optimisers may take a variable apart and put its parts anywhere: then, where it would begin if the part that
    /// was asked for were in its place.
    pub address: u64,
    /// In bytes.
    pub size: u64,
    /// Its type, where debug information tells it.
    pub type_: Option<TypeId>,
    /// Where it is declared.
    pub declared: Place,
}

/// The variables of a file by their addresses.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// Sorted; one for each address.
    found: Vec<Part>,
}

/// A variable, or a part of one.
#[derive(Clone, Copy, Debug)]
struct Part {
    address: u64,
    /// Its offset in the variable and its size, if it is not all of it.
    piece: Option<(u64, u64)>,
    /// What is there is not the value, but something that it can be computed from.
    is_encoded: bool,
    id: DieId,
}

impl Variables {
    pub(super) fn find(info: &Info, elf: &Elf) -> Self {
        let mut found = FxHashMap::default();
        for unit in &info.units {
            for die in info.index(unit).variables.iter().filter_map(|id| info.die(*id)) {
                for part in parts(&die) {
                    // Of a variable that the linker has dropped, only an address that means nothing is left.
                    if elf.is_data(part.address) {
                        found.entry(part.address).or_insert(part);
                    }
                }
            }
        }
        let mut found: Vec<Part> = found.into_values().collect();
        found.sort_unstable_by_key(|part| part.address);
        Self { found }
    }

    /// The variable that begins last at or before the address, and reaches it.
    pub(super) fn at(&self, info: &Info, elf: &Elf, types: &dyn Types, address: u64) -> Option<Variable> {
        let before = self.found.partition_point(|part| part.address <= address).checked_sub(1);
        let described = before.and_then(|index| {
            let part = self.found[index];
            let variable = describe(info, elf, types, part)?;
            let size = part.piece.map_or(variable.size, |(_, size)| size);
            (address - part.address < size.max(1)).then_some(variable)
        });
        described.or_else(|| {
            let symbol = elf.object_at(address)?;
            let name = symbol_name(&symbol.name).full();
            Some(Variable { name, address: symbol.address, size: symbol.size, type_: None, declared: Place::default() })
        })
    }
}

fn describe(info: &Info, elf: &Elf, types: &dyn Types, part: Part) -> Option<Variable> {
    let die = info.die(part.id)?;
    let type_ = type_of(&die).filter(|_| !part.is_encoded);
    // The type of an array that another unit defines may have no length.
    let symbol =
        || elf.object_at(part.address).filter(|symbol| symbol.address == part.address).map(|symbol| symbol.size);
    let size = type_.and_then(|type_| types.size(type_)).filter(|size| *size > 0).or_else(symbol).unwrap_or(0);
    let address = part.piece.map_or(part.address, |(offset, _)| part.address.wrapping_sub(offset));
    Some(Variable { name: name_of(&die)?.full(), address, size, type_, declared: declared_at(&die) })
}

/// The type of a variable, parameter, or what a function returns.
pub(super) fn type_of(die: &Die<'_>) -> Option<TypeId> {
    die.chain().find_map(|die| die.reference(gimli::DW_AT_type)).map(TypeId)
}

/// Where a variable is that has one place for all threads and calls.
fn parts(die: &Die<'_>) -> Vec<Part> {
    let Some(AttributeValue::Exprloc(expression)) = die.attr(gimli::DW_AT_location) else { return Vec::new() };
    let mut parts = Vec::new();
    let (mut current, mut offset) = (None::<Part>, 0u64);
    for operation in operations(expression, die.unit) {
        let Some(operation) = operation else { return parts };
        match (operation, &mut current) {
            (Operation::Address { address }, None) => current = Some(Part::at(address, die.id())),
            (Operation::AddressIndex { index }, None) => {
                current =
                    die.info.dwarf.address(&die.unit.parsed, index).ok().map(|address| Part::at(address, die.id()));
            }
            // Optimisers lay several variables out as one.
            (Operation::PlusConstant { value }, Some(part)) => part.address = part.address.wrapping_add(value),
            (Operation::Deref { size, .. }, Some(part)) => {
                (part.is_encoded, part.piece) = (true, Some((0, u64::from(size))));
            }
            // Each thread has its own.
            (Operation::TLS, _) => return Vec::new(),
            (Operation::Piece { size_in_bits, bit_offset: None }, _) => {
                let size = size_in_bits / 8;
                parts.extend(current.take().map(|part| Part { piece: Some((offset, size)), ..part }));
                offset = offset.saturating_add(size);
            }
            (_, Some(part)) if part.is_encoded => {}
            _ => return parts,
        }
    }
    parts.extend(current);
    parts
}

impl Part {
    fn at(address: u64, id: DieId) -> Self {
        Self { address, piece: None, is_encoded: false, id }
    }
}

/// The operations of an expression; none for one that is broken.
pub(super) fn operations(
    expression: gimli::Expression<Reader>,
    unit: &Unit,
) -> impl Iterator<Item = Option<Operation<Reader>>> {
    let mut operations = expression.operations(unit.parsed.encoding());
    std::iter::from_fn(move || operations.next().transpose().map(Result::ok))
}
