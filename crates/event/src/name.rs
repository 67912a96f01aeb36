//! Places in memory and what is in them, by name.

use crate::{Context, Location, Value};

/// A place in memory by name: `Account.balance`, `int[3]`.
#[must_use]
pub fn location(location: Location, context: &dyn Context) -> String {
    match location {
        Location::Field { field, .. } | Location::Static { field } => context.field_name(field),
        Location::Element { array, index } => {
            let class = context.object_class(array);
            format!("{}[{index}]", class.strip_suffix("[]").unwrap_or(&class))
        }
    }
}

/// A value as a person wants it: a number, or what kind of object it is.
#[must_use]
pub fn value(value: Value, context: &dyn Context) -> String {
    match value {
        Value::Ref(Some(object)) => format!("a {}", context.object_class(object)),
        other => other.to_string(),
    }
}
