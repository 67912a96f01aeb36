//! Places in memory by name.

use crate::{Context, Location};

/// A place in memory by name: `Account.balance`, `int[3]`.
#[must_use]
pub fn location(location: Location, context: &dyn Context) -> String {
    match location {
        Location::Field { field, .. } | Location::Static { field } => context.field_name(field),
        Location::Element { array, index } => {
            format!("{}[{index}]", element_type(&context.object_class(array)))
        }
    }
}

/// A class as Java writes it: `[I` → `int[]`.
#[must_use]
pub fn class(class: &str) -> String {
    if class.starts_with('[') { element_type(class) + "[]" } else { class.to_owned() }
}

/// The type of an array's elements, from the array's class as the guest names it: `[I` → `int`, `[[J` → `long[]`.
fn element_type(class: &str) -> String {
    let Some(element) = class.strip_prefix('[') else { return class.strip_suffix("[]").unwrap_or(class).to_owned() };
    let depth = element.len() - element.trim_start_matches('[').len();
    let name = match &element[depth..] {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        name => name.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(name),
    };
    format!("{name}{}", "[]".repeat(depth))
}

#[cfg(test)]
mod tests {
    use super::element_type;

    #[test]
    fn element_types() {
        let types = ["[I", "[[J", "[Ljava.lang.Object;", "[[[La.B;", "Toy[]"].map(element_type);
        assert_eq!(types, ["int", "long[]", "java.lang.Object", "a.B[][]", "Toy"]);
        assert_eq!(["[I", "a.B", "[[La.B;"].map(super::class), ["int[]", "a.B", "a.B[][]"]);
    }
}
