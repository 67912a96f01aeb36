//! From code addresses to calls in the source.

use std::ops::Range;
use std::sync::Arc;

use gimli::{AttributeValue, DwAt};
use rustc_hash::FxHashMap;

use super::elf::Elf;
use super::info::{Die, DieId, Info};
use super::lines::Place;
use super::names::name_of;
use super::readable::symbol_name;

/// How deep inlined calls are nested at most.
const DEEPEST: usize = 256;

/// A call that an address is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function, without arguments of templates: `push`.
    pub function: Arc<str>,
    /// What it belongs to: a class with its namespaces (`bank::Account`), a module of Rust's; empty where there is none.
    pub container: Arc<str>,
    /// Where in its source it is.
    pub place: Place,
    /// Its code is a part of the next frame's function.
    pub is_inlined: bool,
}

impl Frame {
    /// The function with what it belongs to: `bank::Account::deposit`.
    #[must_use]
    pub fn full_name(&self) -> String {
        super::readable::join(&self.container, &self.function)
    }
}

/// The function at an address with the inlined calls that the address is in, outermost first.
pub(super) fn calls_at<'a>(info: &'a Info, address: u64) -> Vec<Die<'a>> {
    let units = info.code.at(address).map(|(_, unit)| &info.units[*unit]);
    let function = units.filter_map(|unit| info.index(unit).functions.at(address).next()).next();
    let Some(function) = function.and_then(|(_, id)| info.die(*id)) else { return Vec::new() };
    let mut calls = vec![function];
    while calls.len() < DEEPEST
        && let Some(call) = calls.last().and_then(|call| inlined_in(call, address, 0))
    {
        calls.push(call);
    }
    calls
}

/// The inlined call in a scope that the address is in. It may be in a block.
fn inlined_in<'a>(scope: &Die<'a>, address: u64, depth: usize) -> Option<Die<'a>> {
    scope.children().into_iter().find_map(|child| match child.tag() {
        gimli::DW_TAG_inlined_subroutine if child.contains(address) => Some(child),
        gimli::DW_TAG_lexical_block if depth < DEEPEST => inlined_in(&child, address, depth + 1),
        _ => None,
    })
}

/// The calls at an address, innermost first.
pub(super) fn frames(info: &Info, elf: &Elf, address: u64) -> Vec<Frame> {
    let mut frames = Vec::new();
    // The innermost call is where the address's line is; each other one is where the next inner one is called.
    let mut place = line_at(info, address);
    for call in calls_at(info, address).into_iter().rev() {
        let name = name_of(&call).unwrap_or_default();
        let is_inlined = call.tag() == gimli::DW_TAG_inlined_subroutine;
        let here = std::mem::replace(&mut place, call_place(&call));
        frames.push(Frame {
            function: (*name.name).into(),
            container: (*name.container).into(),
            place: here,
            is_inlined,
        });
    }
    if frames.is_empty()
        && let Some(symbol) = elf.function_at(address)
    {
        let name = symbol_name(&symbol.name);
        let (function, container) = (name.name.into(), name.container.into());
        frames.push(Frame { function, container, place, is_inlined: false });
    }
    frames
}

fn line_at(info: &Info, address: u64) -> Place {
    let mut places = info.code.at(address).map(|(_, unit)| info.lines(&info.units[*unit]).at(address));
    places.find(|place| place.file.is_some()).unwrap_or_default()
}

fn call_place(call: &Die<'_>) -> Place {
    place(call, gimli::DW_AT_call_file, gimli::DW_AT_call_line, gimli::DW_AT_call_column)
}

/// Where something is declared.
pub(super) fn declared_at(die: &Die<'_>) -> Place {
    let declaration = die.chain().find(|die| die.attr(gimli::DW_AT_decl_line).is_some());
    declaration.map_or_else(Place::default, |die| {
        place(&die, gimli::DW_AT_decl_file, gimli::DW_AT_decl_line, gimli::DW_AT_decl_column)
    })
}

fn place(die: &Die<'_>, file: DwAt, line: DwAt, column: DwAt) -> Place {
    let small = |name| die.number(name).and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0);
    let number = match die.attr(file) {
        Some(AttributeValue::FileIndex(number)) => Some(number),
        other => other.and_then(|value| value.udata_value()),
    };
    let file = number.and_then(|number| die.info.lines(die.unit).file(number));
    Place { file, line: small(line), column: small(column) }
}

/// The code of all functions, inlined ones too, whose full name is wanted.
pub(super) fn ranges_of(info: &Info, wanted: &dyn Fn(&str) -> bool) -> Vec<(Range<u64>, String)> {
    let mut asked = FxHashMap::<DieId, Option<String>>::default();
    let mut found = Vec::new();
    for unit in &info.units {
        let index = info.index(unit);
        let functions = index.functions.iter().map(|(_, id)| (*id, *id));
        for (instance, function) in functions.chain(index.inlined.iter().copied()) {
            let name = asked.entry(function).or_insert_with(|| {
                let name = info.die(function).and_then(|die| name_of(&die));
                name.map(|name| name.full()).filter(|name| wanted(name))
            });
            if let Some(name) = name {
                let ranges = info.die(instance).map(|die| die.ranges()).unwrap_or_default();
                found.extend(ranges.into_iter().filter(|range| !range.is_empty()).map(|range| (range, name.clone())));
            }
        }
    }
    found.sort_by(|a, b| (a.0.start, a.0.end, &a.1).cmp(&(b.0.start, b.0.end, &b.1)));
    found.dedup();
    found
}
