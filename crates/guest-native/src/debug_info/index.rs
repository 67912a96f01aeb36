//! What is where in a unit, found in one walk over it that reads hardly an attribute.

use gimli::{DwAt, DwTag};

use super::info::{DieId, Info, Unit};
use super::range_map::RangeMap;

/// What is where in a unit.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Entries in which named things are, in the order of the file.
    scopes: Vec<Scope>,
    /// Functions that have code of their own.
    pub(super) functions: RangeMap<DieId>,
    /// Instances of inlined functions, with the function. There are many.
    pub(super) inlined: Vec<(DieId, DieId)>,
    /// Variables that have one place (which may be relative to a frame).
    pub(super) variables: Vec<DieId>,
    /// Records and enumerations that are defined here, and have names.
    pub(super) types: Vec<DieId>,
}

#[derive(Debug)]
struct Scope {
    id: DieId,
    /// The first entry that is not in it.
    end: DieId,
    parent: Option<usize>,
}

impl Index {
    pub(super) fn build(info: &Info, unit: &Unit) -> Self {
        let mut index = Self::default();
        let mut functions = Vec::new();
        // A walk that ends at something broken has seen what is before it.
        let _ = index.walk(unit, &mut functions);
        let ranges = |id: DieId| info.die(id).map(|die| die.ranges()).unwrap_or_default();
        index.functions =
            functions.into_iter().flat_map(|id| ranges(id).into_iter().map(move |range| (range, id))).collect();
        index
    }

    fn walk(&mut self, unit: &Unit, functions: &mut Vec<DieId>) -> gimli::Result<()> {
        let mut open: Vec<(isize, usize)> = Vec::new();
        let mut entries = unit.parsed.entries_raw(None)?;
        while !entries.is_empty() {
            let (id, depth) = (unit.id(entries.next_offset()), entries.next_depth());
            let Some(abbreviation) = entries.read_abbreviation()? else { continue };
            while let Some((_, scope)) = open.pop_if(|(outer, _)| *outer >= depth) {
                self.scopes[scope].end = id;
            }
            let tag = abbreviation.tag();
            let has = |name: DwAt| abbreviation.attributes().iter().any(|attribute| attribute.name() == name);
            match tag {
                gimli::DW_TAG_subprogram if has(gimli::DW_AT_low_pc) || has(gimli::DW_AT_ranges) => functions.push(id),
                gimli::DW_TAG_variable if has(gimli::DW_AT_location) => self.variables.push(id),
                _ if is_type(tag) && has(gimli::DW_AT_name) && !has(gimli::DW_AT_declaration) => self.types.push(id),
                _ => {}
            }
            if abbreviation.has_children() && is_scope(tag) {
                let parent = open.last().map(|(_, scope)| *scope);
                open.push((depth, self.scopes.len()));
                self.scopes.push(Scope { id, end: DieId(usize::MAX), parent });
            }
            if tag != gimli::DW_TAG_inlined_subroutine {
                entries.skip_attributes(abbreviation.attributes())?;
                continue;
            }
            for specification in abbreviation.attributes() {
                let attribute = entries.read_attribute(*specification)?;
                if attribute.name() == gimli::DW_AT_abstract_origin {
                    self.inlined.extend(unit.reference(&attribute.value()).map(|function| (id, function)));
                }
            }
        }
        Ok(())
    }

    /// The scope that the entry is in.
    pub(super) fn parent(&self, id: DieId) -> Option<DieId> {
        let mut scope = self.scopes.partition_point(|scope| scope.id < id).checked_sub(1)?;
        while self.scopes[scope].end <= id {
            scope = self.scopes[scope].parent?;
        }
        Some(self.scopes[scope].id)
    }
}

fn is_type(tag: DwTag) -> bool {
    matches!(
        tag,
        gimli::DW_TAG_structure_type
            | gimli::DW_TAG_class_type
            | gimli::DW_TAG_union_type
            | gimli::DW_TAG_enumeration_type
    )
}

fn is_scope(tag: DwTag) -> bool {
    is_type(tag)
        || matches!(
            tag,
            gimli::DW_TAG_namespace
                | gimli::DW_TAG_module
                | gimli::DW_TAG_subprogram
                | gimli::DW_TAG_inlined_subroutine
                | gimli::DW_TAG_lexical_block
        )
}
