//! Names that can be written: those of a program are its own to choose, and may have bars and line ends in them.

use super::names::Names;
use crate::namesakes::Namesakes;

impl Names {
    /// The same names without what cannot stand in a text; those that can are as they were. What had different names has them still.
    #[must_use]
    pub fn writable(&self) -> Self {
        let all = |names: &[String], clean: fn(&str) -> String| {
            let mut given = Namesakes::default();
            names.iter().map(|name| given.give(&clean(name))).collect()
        };
        Self {
            threads: all(&self.threads, thread),
            variables: all(&self.variables, object),
            locks: all(&self.locks, object),
            conditions: all(&self.conditions, condition),
            semaphores: all(&self.semaphores, object),
            latches: all(&self.latches, object),
            places: all(&self.places, column),
            blocks: all(&self.blocks, object),
            values: all(&self.values, column),
        }
    }
}

/// A name that can be in a column.
fn column(name: &str) -> String {
    let harmless = |letter: char| match letter {
        '|' => '¦',
        _ if letter.is_control() => '\u{fffd}',
        _ => letter,
    };
    let name: String = name.chars().map(harmless).collect();
    name.trim_ascii().to_owned()
}

/// A name that can be in brackets.
fn object(name: &str) -> String {
    Some(column(name)).filter(|name| !name.is_empty()).unwrap_or_else(|| "?".to_owned())
}

/// A name that can be behind a comma.
fn condition(name: &str) -> String {
    object(name).replace(',', ";")
}

/// A name that can begin a line.
fn thread(name: &str) -> String {
    let name = object(name);
    if name.starts_with(['#', '\u{feff}']) { format!("?{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_stand_in_a_text_is_replaced() {
        let strings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let names = Names { threads: strings(&["a|b", "#1", "", "\u{1b}[0m ", "a¦b"]), ..Names::default() };
        assert_eq!(names.writable().threads, ["a¦b", "?#1", "?", "\u{fffd}[0m", "a¦b #2"]);
        let names = Names { conditions: strings(&["a,b", "c"]), places: strings(&["", "#1, 2"]), ..Names::default() };
        assert_eq!((&names.writable().conditions[0], &names.writable().places), (&"a;b".to_owned(), &names.places));
    }
}
