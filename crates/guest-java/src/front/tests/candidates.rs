//! The classes in which tests may be.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use deadheat_machine::GuestError;
use zip::ZipArchive;

use super::TestChoice;
use crate::classpath::ClassPath;

/// What class files name that have tests, or may have.
const MARKS: [&[u8]; 3] = [b"org/junit/", b"junit/framework/", b"org/testng/"];

/// The names of the classes in these folders and jars that tests may be in, sorted.
///
/// # Errors
/// If a jar or a folder cannot be read.
pub fn candidates(places: &[PathBuf], choice: &TestChoice) -> Result<Vec<String>, GuestError> {
    let mut names = BTreeSet::new();
    for place in places {
        let cannot_read = |error: &dyn std::fmt::Display| {
            GuestError::new(
                format!("cannot look for tests in {}: {error}", place.display()),
                "check its name and rights",
            )
        };
        if place.is_dir() {
            folder(place, "", &mut BTreeSet::new(), &mut names).map_err(|error| cannot_read(&error))?;
        } else {
            let file = File::open(place).map_err(|error| cannot_read(&error))?;
            let jar = ZipArchive::new(BufReader::new(file)).map_err(|error| cannot_read(&error))?;
            names.extend(jar.file_names().filter_map(class_name));
        }
    }
    Ok(names.into_iter().filter(|name| choice.wants_class(name)).collect())
}

/// `seen` are the folders that were entered, by their real names: links may lead in a circle.
fn folder(
    at: &Path,
    package: &str,
    seen: &mut BTreeSet<PathBuf>,
    names: &mut BTreeSet<String>,
) -> Result<(), std::io::Error> {
    if !seen.insert(at.canonicalize()?) {
        return Ok(());
    }
    for entry in fs::read_dir(at)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let inside = format!("{package}{name}");
        if path.is_dir() {
            folder(&path, &format!("{inside}/"), seen, names)?;
        } else {
            names.extend(class_name(&inside));
        }
    }
    Ok(())
}

/// The class of a class file; none of those without a name of their own.
fn class_name(file: &str) -> Option<String> {
    let name = file.strip_suffix(".class")?;
    let simple = name.rsplit('/').next().unwrap_or(name);
    let is_anonymous = simple.split('$').skip(1).any(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    let is_other = matches!(simple, "module-info" | "package-info") || name.starts_with("META-INF/");
    (!is_anonymous && !is_other).then(|| name.replace('/', "."))
}

/// Whether a class file names what only tests name.
pub fn looks_like_test(classes: &ClassPath, class: &str) -> bool {
    let bytes = classes.find(&(class.replace('.', "/") + ".class")).map(|found| found.bytes).unwrap_or_default();
    MARKS.iter().any(|mark| bytes.windows(mark.len()).any(|window| window == *mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_without_names_have_no_tests() {
        assert_eq!(class_name("a/b/C.class").as_deref(), Some("a.b.C"));
        assert_eq!(class_name("a/C$D.class").as_deref(), Some("a.C$D"));
        for other in ["a/C$1.class", "a/C$1L.class", "module-info.class", "a/package-info.class", "a/x.txt"] {
            assert_eq!(class_name(other), None, "{other}");
        }
    }
}
