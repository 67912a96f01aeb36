//! The names of entries with what they are in.

use std::sync::Arc;

use super::cache::Cache;
use super::info::{Die, DieId, Language};
use super::readable::{Name, join, rust_name, symbol_name, without_arguments};

/// How deep scopes are nested at most.
const DEEPEST: usize = 32;

/// Names that were asked for before.
#[derive(Debug, Default)]
pub(super) struct Names {
    functions: Cache<DieId, Option<Arc<Name>>>,
    scopes: Cache<DieId, Arc<str>>,
}

/// The name of a function or variable.
pub(super) fn name_of(die: &Die<'_>) -> Option<Arc<Name>> {
    // One name for all instances of a function.
    let origin = die.origin().unwrap_or_else(|| die.id());
    die.info.names.functions.get(origin, || name_at_depth(die, 0).map(Arc::new))
}

fn name_at_depth(die: &Die<'_>, depth: usize) -> Option<Name> {
    let declared = die.chain().last()?;
    let linkage = || die.chain().find_map(|die| die.text(gimli::DW_AT_linkage_name));
    let Some(name) = die.chain().find_map(|die| die.name()) else {
        return linkage().map(|symbol| symbol_name(&symbol));
    };
    if let Some(function) = outlined_from(&name) {
        let outer = declared.parent().filter(|outer| outer.tag() == gimli::DW_TAG_subprogram && depth < DEEPEST);
        let outer = outer.and_then(|outer| name_at_depth(&outer, depth + 1));
        return Some(outer.unwrap_or_else(|| symbol_name(function)));
    }
    let container = path(declared.parent(), depth).to_string();
    if is_in_lambda(&declared) && name.starts_with("operator()") {
        return Some(Name { container, name: "{lambda}".to_owned() });
    }
    let name = without_arguments(&name);
    let Some(implementation) = container.find("{impl#") else { return Some(Name { container, name }) };
    // A Rust implementation has no name, but the symbol says for which type it is. One for all types is known by its module.
    let module = container[..implementation].trim_end_matches("::").to_owned();
    let inside = container[implementation..].split_once("::").map(|(_, inside)| inside);
    let implementor = linkage().and_then(|symbol| rust_name(&symbol)).map(|name| name.container);
    Some(match (inside, implementor) {
        // A closure in a method: its own symbol has the same path.
        (_, Some(implementor)) if implementor.contains("::") && !implementor.contains('<') => {
            Name { container: implementor, name }
        }
        (Some(inside), _) => Name { container: join(&module, inside), name },
        (None, _) => Name { container: module, name },
    })
}

/// The function that a body of OpenMP's is written in: gcc makes `main._omp_fn.0` of it, clang `main.omp_outlined`.
fn outlined_from(name: &str) -> Option<&str> {
    let at = ["._omp_fn.", ".omp_outlined"].iter().find_map(|mark| name.find(mark))?;
    name.get(..at).filter(|function| !function.is_empty())
}

/// The path of the scopes that this one is in, and its own.
fn path(scope: Option<Die<'_>>, depth: usize) -> Arc<str> {
    let Some(scope) = scope.filter(|_| depth < DEEPEST) else { return Arc::default() };
    scope.info.names.scopes.get(scope.id(), || scope_path(&scope, depth).into())
}

fn scope_path(scope: &Die<'_>, depth: usize) -> String {
    match scope.tag() {
        gimli::DW_TAG_compile_unit | gimli::DW_TAG_partial_unit | gimli::DW_TAG_type_unit => String::new(),
        gimli::DW_TAG_subprogram | gimli::DW_TAG_inlined_subroutine => {
            name_at_depth(scope, depth + 1).map_or_else(String::new, |name| name.full())
        }
        _ => {
            let outer = path(scope.parent(), depth + 1);
            let inner_namespace = scope.tag() == gimli::DW_TAG_namespace && scope.is(gimli::DW_AT_export_symbols);
            match scope.name().filter(|name| !inner_namespace && !is_lambda(name)) {
                Some(name) => join(&outer, &without_arguments(&name)),
                // Nobody can name what has no name.
                None => outer.to_string(),
            }
        }
    }
}

/// The full name of a type, with its arguments.
pub(super) fn type_path(die: &Die<'_>) -> Option<String> {
    let name = die.name()?;
    // A pointer of Rust's has a name that is a full one already.
    let is_nested = die.unit.language != Language::C && !name.contains("::{closure");
    let container = if is_nested { path(die.parent(), 0) } else { Arc::default() };
    Some(if die.tag() == gimli::DW_TAG_pointer_type { name } else { join(&container, &name) })
}

fn is_lambda(name: &str) -> bool {
    name.starts_with('<') || name.starts_with('(') || name.starts_with("._anon") || name.starts_with("{unnamed")
}

fn is_in_lambda(function: &Die<'_>) -> bool {
    let class = function
        .parent()
        .filter(|class| matches!(class.tag(), gimli::DW_TAG_class_type | gimli::DW_TAG_structure_type));
    class.is_some_and(|class| class.name().is_none_or(|name| is_lambda(&name)))
}
