//! What to run, complete: options turned into facts.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::argv::Target;
use crate::cli::GuestCommand;
use crate::failure::Failure;
use crate::jdk::Jdk;
use crate::source::{self, Compiled};

/// Everything that a Java machine needs to know of its guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestSpec {
    /// The JDK whose class library is used.
    pub jdk: Jdk,
    /// Folders and jars, in order.
    pub class_path: Vec<PathBuf>,
    /// What is run.
    pub main: Main,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// System properties, in order.
    pub properties: Vec<(String, String)>,
    /// Whether assertions are checked.
    pub assertions: bool,
    /// What it may use.
    pub limits: Limits,
}

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Main {
    /// A class, by its name with dots.
    Class(String),
    /// The main class that a jar names; the jar is the class path.
    Jar(PathBuf),
}

/// What a guest may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of heap.
    pub heap: u64,
    /// Bytes of stack, for each thread.
    pub stack: u64,
    /// Threads at a time.
    pub threads: u32,
}

/// A guest ready to run, with the temporary class files that it may need.
#[derive(Debug)]
pub struct Guest {
    /// What to run.
    pub spec: GuestSpec,
    /// Kept for as long as the guest runs.
    pub compiled: Option<Compiled>,
}

impl Guest {
    /// Finds the JDK, compiles the source where there is one, and checks that the files are there. `env` looks up
    /// environment variables.
    ///
    /// # Errors
    /// If something is missing or does not compile.
    pub fn prepare(command: &GuestCommand, env: impl Fn(&str) -> Option<OsString>) -> Result<Self, Failure> {
        let jdk = Jdk::find(&env)?;
        let from_env = || env("CLASSPATH").and_then(|path| path.into_string().ok()).filter(|path| !path.is_empty());
        let given = command.java.class_path.clone().or_else(from_env);
        let mut class_path = given.as_deref().map(class_path).transpose()?;
        let mut compiled = None;
        let main = match &command.target {
            Target::Class(name) => Main::Class(name.clone()),
            Target::Jar(file) => {
                check_jar(Path::new(file))?;
                class_path = Some(vec![PathBuf::from(file)]);
                Main::Jar(PathBuf::from(file))
            }
            Target::Source(file) => {
                let path = class_path.get_or_insert_default();
                let done = source::compile(&jdk, Path::new(file), path)?;
                path.insert(0, done.classes.path().to_owned());
                let main = Main::Class(done.main.clone());
                compiled = Some(done);
                main
            }
        };
        let options = &command.options;
        let spec = GuestSpec {
            jdk,
            class_path: class_path.unwrap_or_else(|| vec![PathBuf::from(".")]),
            main,
            arguments: command.arguments.clone(),
            properties: command.java.properties.clone(),
            assertions: command.java.assertions,
            limits: Limits { heap: options.heap, stack: options.stack, threads: options.threads },
        };
        Ok(Self { spec, compiled })
    }
}

fn check_jar(file: &Path) -> Result<(), Failure> {
    match fs::File::open(file).and_then(|file| file.metadata()) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => {
            Err(Failure::usage(format!("{} is not a jar file", file.display()), "name a jar, or use -cp for a folder"))
        }
        Err(error) => {
            let problem = format!("cannot read the jar {}: {error}", file.display());
            Err(Failure::usage(problem, "check the file's name and its rights"))
        }
    }
}

/// The entries of a class path. As for `java`, an empty one is the current folder, and `folder/*` is all jars in it.
fn class_path(text: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut entries = Vec::new();
    for entry in std::env::split_paths(text) {
        if entry.as_os_str().is_empty() {
            entries.push(PathBuf::from("."));
        } else if entry.file_name().is_some_and(|name| name == "*") {
            entries.extend(jars(entry.parent().unwrap_or(Path::new("")))?);
        } else {
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// The jars in a folder, by name: the order of the file system must not reach the guest. None where there is no folder.
fn jars(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(shown) else { return Ok(Vec::new()) };
    let mut jars = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| {
            Failure::usage(format!("cannot read the folder {}: {error}", shown.display()), "check its rights")
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
        assert_eq!(class_path("a.jar:b::c").unwrap(), ["a.jar", "b", ".", "c"].map(PathBuf::from));
        assert_eq!(class_path("/no/such/folder/*").unwrap(), Vec::<PathBuf>::new());
        let folder = tempfile::tempdir().unwrap();
        for name in ["z.jar", "a.JAR", "b.txt"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let pattern = format!("x:{}/*", folder.path().display());
        let expected = [PathBuf::from("x"), folder.path().join("a.JAR"), folder.path().join("z.jar")];
        assert_eq!(class_path(&pattern).unwrap(), expected);
    }

    #[test]
    fn a_missing_jar_is_told() {
        let text = check_jar(Path::new("/no/such.jar")).unwrap_err().to_string();
        assert!(text.starts_with("error: cannot read the jar /no/such.jar: "), "{text}");
        assert!(check_jar(Path::new("/")).unwrap_err().to_string().contains("use -cp for a folder"));
    }
}
