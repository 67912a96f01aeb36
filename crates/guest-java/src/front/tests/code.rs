//! The code of a test, named by a hash, so that one which has not changed need not be checked again.
//!
//! It is the class of the test and all classes that it names, and that these name, as far as they are in folders of the class path; and of jars
//! their names and sizes. A name counts wherever a class file has it, be it in a string. What a test reaches otherwise is missed: classes whose names
//! are put together at run time, services, files.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use deadheat_event::hash::Fnv64;

use crate::classpath::{ClassPath, EntryKind};

/// The code of the tests of a class path.
pub struct Code<'a> {
    classes: &'a ClassPath,
    /// Whether each entry is a folder.
    is_folder: Vec<bool>,
    /// The names and sizes of jars.
    jars: String,
    /// What is known of classes in folders, by internal name; nothing of others.
    known: BTreeMap<String, Option<Rc<ClassCode>>>,
}

/// A class in a folder.
struct ClassCode {
    hash: u64,
    /// What it may name.
    names: BTreeSet<String>,
}

impl<'a> Code<'a> {
    /// Nothing is read yet but the names of jars.
    pub fn of(classes: &'a ClassPath) -> Self {
        let is_folder = classes.entries().map(|(_, kind)| kind == EntryKind::Directory).collect();
        let jars = classes.entries().filter(|(_, kind)| *kind == EntryKind::Jar).map(|(path, _)| {
            let size = path.metadata().map_or(0, |metadata| metadata.len());
            format!("{} {size}\n", path.file_name().unwrap_or_default().to_string_lossy())
        });
        Self { classes, is_folder, jars: jars.collect(), known: BTreeMap::new() }
    }

    /// The hash of a test's code, by the name of its class.
    pub fn digest(&mut self, class: &str) -> String {
        let mut reached = BTreeMap::new();
        let mut open = vec![class.replace('.', "/")];
        while let Some(name) = open.pop() {
            if reached.contains_key(&name) {
                continue;
            }
            let Some(class) = self.class(&name) else { continue };
            open.extend(class.names.iter().cloned());
            reached.insert(name, class.hash);
        }
        let mut hash = Fnv64::default();
        hash.write(self.jars.as_bytes());
        for (name, code) in reached {
            hash.write(name.as_bytes());
            hash.write(&code.to_le_bytes());
        }
        hash.to_string()
    }

    fn class(&mut self, name: &str) -> Option<Rc<ClassCode>> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let found = self.classes.find(&format!("{name}.class")).filter(|found| self.is_folder[found.entry]);
        let class = found.map(|found| {
            let mut hash = Fnv64::default();
            hash.write(&found.bytes);
            Rc::new(ClassCode { hash: hash.value(), names: names(&found.bytes) })
        });
        self.known.insert(name.to_owned(), class.clone());
        class
    }
}

/// All that looks like the internal name of a class in the texts of a class file.
fn names(bytes: &[u8]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for text in texts(bytes) {
        let parts = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '/' | '$' | '_' | '.')));
        for part in parts.filter(|part| !part.is_empty()) {
            let name = part.replace('.', "/");
            // In descriptors `L` stands before names, and behind other types.
            names.extend(name.match_indices('L').map(|(at, _)| name[at + 1..].to_owned()));
            names.insert(name);
        }
    }
    names
}

/// The texts in the constant pool (JVMS 4.4). A file that is none has those up to where it ends.
fn texts(bytes: &[u8]) -> Vec<String> {
    let number = |at: usize| Some(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
    let mut texts = Vec::new();
    let (mut at, mut left) = (10, number(8).unwrap_or(0).saturating_sub(1));
    while left > 0 {
        let Some(tag) = bytes.get(at) else { break };
        let (length, slots) = match tag {
            1 => {
                let Some(length) = number(at + 1).map(usize::from) else { break };
                let text = bytes.get(at + 3..at + 3 + length).unwrap_or_default();
                texts.push(String::from_utf8_lossy(text).into_owned());
                (length + 3, 1)
            }
            5 | 6 => (9, 2),
            7 | 8 | 16 | 19 | 20 => (3, 1),
            15 => (4, 1),
            _ => (5, 1),
        };
        at += length;
        left = left.saturating_sub(slots);
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_texts() {
        // Two texts, then a long, which has two places, and a class.
        let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 7];
        for text in ["(ILa/B;[Lc/D$E;)V", "see a.b.C"] {
            file.push(1);
            file.extend((text.len() as u16).to_be_bytes());
            file.extend(text.bytes());
        }
        file.extend([5, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 1, 1, 0, 1, b'X']);
        let names = names(&file);
        for name in ["a/B", "c/D$E", "a/b/C", "X"] {
            assert!(names.contains(name), "{name}: {names:?}");
        }
        assert!(texts(&[]).is_empty() && texts(&[0; 9]).is_empty() && texts(&[1; 12]).is_empty());
    }
}
