//! The module path of a command line: where modules are, and what their descriptors say.

use std::fs;
use std::path::{Path, PathBuf};

use deadheat_machine::GuestError;

use crate::classpath::ClassPath;

const DESCRIPTOR: &str = "module-info.class";

/// The modules on a module path, sorted within each folder: jars, and folders with a descriptor. An entry is one itself, or a folder of them.
pub fn roots(path: &[PathBuf]) -> Vec<PathBuf> {
    let is_module = |path: &Path| {
        path.join(DESCRIPTOR).is_file()
            || (path.is_file() && path.extension().is_some_and(|extension| extension == "jar"))
    };
    let mut found = Vec::new();
    for entry in path {
        if is_module(entry) {
            found.push(entry.clone());
            continue;
        }
        let mut inside: Vec<PathBuf> =
            fs::read_dir(entry).into_iter().flatten().filter_map(|file| Some(file.ok()?.path())).collect();
        inside.retain(|path| is_module(path));
        inside.sort();
        found.extend(inside);
    }
    found
}

/// The main class of a module, as its descriptor has it.
///
/// # Errors
/// If there is no such module, or it names no main class.
pub fn main_class(roots: &[PathBuf], module: &str, feature: u16) -> Result<String, GuestError> {
    for root in roots {
        let Some(descriptor) = described(root, feature) else { continue };
        if descriptor.name == module {
            return descriptor.main.ok_or_else(|| {
                let remedy = format!("name one with -m {module}/CLASS");
                GuestError::new(
                    format!("module {module} does not have a ModuleMainClass attribute, use -m <module>/<main-class>"),
                    remedy,
                )
            });
        }
    }
    Err(GuestError::new(
        format!("there is no module {module} on the module path"),
        "give it with -p PATH, or name its class: -m MODULE/CLASS",
    ))
}

/// What a module's descriptor says (JVMS 4.7.25, 4.7.27).
#[derive(Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// Its name.
    pub name: String,
    /// Its main class, `a.b.Main`.
    pub main: Option<String>,
    /// The modules that it cannot do without.
    pub requires: Vec<String>,
}

/// The descriptor of the module in a jar or folder, if it has one.
pub fn described(root: &PathBuf, feature: u16) -> Option<Descriptor> {
    let path = ClassPath::open_for(std::slice::from_ref(root), feature).ok()?;
    read(&path.find(DESCRIPTOR)?.bytes)
}

/// Set of a module that is required only to compile.
const OPTIONAL: usize = 0x40;

fn read(bytes: &[u8]) -> Option<Descriptor> {
    let u16_at = |at: usize| Some(usize::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let count = u16_at(8)?;
    let mut constants = vec![0usize; count];
    let mut at = 10;
    let mut index = 1;
    while index < count {
        constants[index] = at;
        let (length, slots) = match *bytes.get(at)? {
            1 => (3 + u16_at(at + 1)?, 1),
            7 | 8 | 16 | 19 | 20 => (3, 1),
            15 => (4, 1),
            3 | 4 | 9..=12 | 17 | 18 => (5, 1),
            5 | 6 => (9, 2),
            _ => return None,
        };
        at += length;
        index += slots;
    }
    let utf8 = |index: usize| {
        let at = *constants.get(index)?;
        let length = u16_at(at + 1)?;
        String::from_utf8(bytes.get(at + 3..at + 3 + length)?.to_vec()).ok()
    };
    // A class, module or package is the index of its name.
    let named = |index: usize| utf8(u16_at(*constants.get(index)? + 1)?);
    // Flags, this, super, and no interfaces, fields or methods.
    at += 12;
    let (mut name, mut main, mut requires) = (None, None, Vec::new());
    for _ in 0..u16_at(at)? {
        let attribute = utf8(u16_at(at + 2)?)?;
        let length = u32::from_be_bytes(bytes.get(at + 4..at + 8)?.try_into().ok()?) as usize;
        match attribute.as_str() {
            "Module" => {
                name = named(u16_at(at + 8)?);
                for required in 0..u16_at(at + 14)? {
                    let entry = at + 16 + required * 6;
                    if u16_at(entry + 2)? & OPTIONAL == 0 {
                        requires.extend(named(u16_at(entry)?));
                    }
                }
            }
            "ModuleMainClass" => main = named(u16_at(at + 8)?).map(|class| class.replace('/', ".")),
            _ => {}
        }
        at += 6 + length;
    }
    Some(Descriptor { name: name?, main, requires })
}
