//! Whose class it is: the user's, or that of a library. Folders of classes are the user's, and so are the jar that is run and the one
//! that has the main class, or that tests are looked for in; other jars and the JDK are libraries.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::classpath::{ClassPath, EntryKind};
use crate::front::trust;

/// Which classes are of libraries.
pub struct Libraries {
    class_path: ClassPath,
    /// For each entry of the class path.
    is_library: Vec<bool>,
    known: Mutex<HashMap<String, bool>>,
}

impl Libraries {
    /// Looks through the class path. One that cannot be opened has no libraries: the machine will say why it cannot.
    pub fn of(class_path: &[PathBuf], feature: u16, main_class: &str, scanned: &[String]) -> Self {
        let class_path = ClassPath::open_for(class_path, feature).unwrap_or_default();
        let main = class_path.find(&file_name(main_class)).map(|found| found.entry);
        let is_library = class_path.entries().enumerate();
        let is_scanned = |path: &Path| scanned.iter().any(|place| path.ends_with(place));
        let is_library = is_library
            .map(|(at, (path, kind))| kind == EntryKind::Jar && Some(at) != main && !is_scanned(path))
            .collect();
        Self { class_path, is_library, known: Mutex::default() }
    }

    /// Whether the class with this name, as in source text, is of a library. What is made in the run belongs to the class that it was
    /// made for, or else to the program.
    pub fn has(&self, class: &str) -> bool {
        if trust::is_library(&class.replace('.', "/")) {
            // Of a package only part of which is a class there is no more to know.
            return true;
        }
        if self.is_library.iter().all(|is_library| !is_library) {
            return false;
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(class) {
            return *known;
        }
        let made_for = class.split("$$").next().unwrap_or(class);
        let entry = self.class_path.find(&file_name(made_for)).map(|found| found.entry);
        let is_library = entry.is_some_and(|entry| self.is_library[entry]);
        known.insert(class.to_owned(), is_library);
        is_library
    }
}

fn file_name(class: &str) -> String {
    class.replace('.', "/") + ".class"
}
