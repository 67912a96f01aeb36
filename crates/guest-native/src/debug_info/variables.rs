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
    /// Where it begins.
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
    found: Vec<(u64, DieId)>,
}

impl Variables {
    pub(super) fn find(info: &Info, elf: &Elf) -> Self {
        let mut found = FxHashMap::default();
        for unit in &info.units {
            for id in &info.index(unit).variables {
                // Of a variable that the linker has dropped, only an address that means nothing is left.
                if let Some(address) = info.die(*id).and_then(|die| address(&die)).filter(|address| elf.is_data(*address)) {
                    found.entry(address).or_insert(*id);
                }
            }
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_unstable();
        Self { found }
    }

    /// The variable that begins last at or before the address, and reaches it.
    pub(super) fn at(&self, info: &Info, elf: &Elf, types: &dyn Types, address: u64) -> Option<Variable> {
        let before = self.found.partition_point(|(start, _)| *start <= address).checked_sub(1);
        let described = before.and_then(|index| describe(info, elf, types, self.found[index].0, self.found[index].1));
        let reaches = |variable: &Variable| address - variable.address < variable.size.max(1);
        described.filter(reaches).or_else(|| {
            let symbol = elf.object_at(address)?;
            let name = symbol_name(&symbol.name).full();
            Some(Variable { name, address: symbol.address, size: symbol.size, type_: None, declared: Place::default() })
        })
    }
}

fn describe(info: &Info, elf: &Elf, types: &dyn Types, address: u64, id: DieId) -> Option<Variable> {
    let die = info.die(id)?;
    let type_ = type_of(&die);
    // The type of an array that another unit defines may have no length.
    let symbol = || elf.object_at(address).filter(|symbol| symbol.address == address).map(|symbol| symbol.size);
    let size = type_.and_then(|type_| types.size(type_)).filter(|size| *size > 0).or_else(symbol).unwrap_or(0);
    Some(Variable { name: name_of(&die)?.full(), address, size, type_, declared: declared_at(&die) })
}

/// The type of a variable, parameter, or what a function returns.
pub(super) fn type_of(die: &Die<'_>) -> Option<TypeId> {
    die.chain().find_map(|die| die.reference(gimli::DW_AT_type)).map(TypeId)
}

/// The address of a variable that has one for all threads and calls.
fn address(die: &Die<'_>) -> Option<u64> {
    let AttributeValue::Exprloc(expression) = die.attr(gimli::DW_AT_location)? else { return None };
    let mut address: Option<u64> = None;
    for operation in operations(expression, die.unit) {
        address = Some(match (operation?, address) {
            (Operation::Address { address }, None) => address,
            (Operation::AddressIndex { index }, None) => die.info.dwarf.address(&die.unit.parsed, index).ok()?,
            // Optimisers lay several variables out as one.
            (Operation::PlusConstant { value }, Some(address)) => address.checked_add(value)?,
            _ => return None,
        });
    }
    address
}

/// The operations of an expression; none for one that is broken.
pub(super) fn operations(
    expression: gimli::Expression<Reader>,
    unit: &Unit,
) -> impl Iterator<Item = Option<Operation<Reader>>> {
    let mut operations = expression.operations(unit.parsed.encoding());
    std::iter::from_fn(move || operations.next().transpose().map(Result::ok))
}
