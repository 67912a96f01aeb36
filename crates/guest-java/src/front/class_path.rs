//! The class path of a command line: its entries, and what a jar says of itself.

use std::fs;
use std::path::{Path, PathBuf};

use deadheat_machine::GuestError;

use crate::classpath::ClassPath;

/// Says why a jar cannot be used.
///
/// # Errors
/// If it cannot be read or is no file.
pub fn check_jar(file: &Path) -> Result<(), GuestError> {
    // Asked before it is opened: who opens a pipe waits for its writer.
    let opened = fs::metadata(file).and_then(|metadata| match metadata.is_file() {
        true => fs::File::open(file).map(|_| metadata),
        false => Ok(metadata),
    });
    match opened {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => {
            Err(GuestError::new(format!("{} is not a jar file", file.display()), "name a jar, or use -cp for a folder"))
        }
        Err(error) => {
            let problem = format!("cannot read the jar {}: {error}", file.display());
            Err(GuestError::new(problem, "check the file's name and its rights"))
        }
    }
}

/// The class that a jar names as its main class.
///
/// # Errors
/// If it names none, or the jar cannot be read.
pub fn main_class(jar: &Path) -> Result<String, GuestError> {
    let found = ClassPath::main_class(jar).map_err(|error| GuestError::new(error.to_string(), ""))?;
    found.ok_or_else(|| {
        let remedy = "name one with -cp JAR MainClass";
        GuestError::new(format!("no main manifest attribute, in {}", jar.display()), remedy)
    })
}

/// The entries of a class path. As for `java`, an empty one is the current folder, and `folder/*` is all jars in it. `resolve` says
/// where a folder or file is that the path names.
///
/// # Errors
/// If a folder with jars cannot be read.
pub fn entries(text: &str, resolve: impl Fn(&Path) -> PathBuf) -> Result<Vec<PathBuf>, GuestError> {
    let mut entries = Vec::new();
    for entry in std::env::split_paths(text) {
        if entry.as_os_str().is_empty() {
            entries.push(resolve(Path::new(".")));
        } else if entry.file_name().is_some_and(|name| name == "*") {
            entries.extend(jars(&resolve(entry.parent().unwrap_or(Path::new(""))))?);
        } else {
            entries.push(resolve(&entry));
        }
    }
    Ok(entries)
}

/// The jars in a folder, by name: the order of the file system must not reach the guest. None where there is no folder.
fn jars(folder: &Path) -> Result<Vec<PathBuf>, GuestError> {
    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(shown) else { return Ok(Vec::new()) };
    let mut jars = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| {
            GuestError::new(format!("cannot read the folder {}: {error}", shown.display()), "check its rights")
        })?;
        let path = folder.join(entry.file_name());
        if path.extension().is_some_and(|extension| extension == "jar" || extension == "JAR") {
            jars.push(path);
        }
    }
    jars.sort();
    Ok(jars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_paths() {
        assert_eq!(entries("a.jar:b::c", Path::to_owned).unwrap(), ["a.jar", "b", ".", "c"].map(PathBuf::from));
        assert_eq!(entries("/no/such/folder/*", Path::to_owned).unwrap(), Vec::<PathBuf>::new());
        let folder = tempfile::tempdir().unwrap();
        for name in ["z.jar", "a.JAR", "b.txt"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let pattern = format!("x:{}/*", folder.path().display());
        let expected = [PathBuf::from("x"), folder.path().join("a.JAR"), folder.path().join("z.jar")];
        assert_eq!(entries(&pattern, Path::to_owned).unwrap(), expected);
    }

    #[test]
    fn a_missing_jar_is_reported() {
        let text = check_jar(Path::new("/no/such.jar")).unwrap_err().to_string();
        assert!(text.starts_with("cannot read the jar /no/such.jar: "), "{text}");
        assert!(check_jar(Path::new("/")).unwrap_err().to_string().contains("use -cp for a folder"));
    }
}
