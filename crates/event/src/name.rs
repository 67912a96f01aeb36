//! Places in memory by name.

use crate::{Context, Location};

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
