//! The JDKs that tests use, and Java sources compiled by them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::javac::javac;
use crate::{files, repository, skip};

/// The home of the JDK that compiles the guests and lends its class library: `JAVA_HOME`, else that of the `javac` on `PATH`.
pub fn java_home() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        return home.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let javac = std::env::split_paths(&path).map(|p| p.join("javac")).find(|p| p.exists()).expect("a JDK on PATH");
    javac.canonicalize().unwrap().ancestors().nth(2).unwrap().to_owned()
}

/// The versions of the JDKs to test with besides [the one](java_home) that compiles.
pub const LATER: [u32; 2] = [21, 25];

/// The home of a JDK of a later version to test with besides, which need not have a compiler. Without one the test is
/// [skipped](skip).
#[track_caller]
pub fn later_jdk(version: u32) -> Option<PathBuf> {
    let variable = format!("DEADHEAT_JDK{version}");
    let home = std::env::var_os(&variable).filter(|home| !home.is_empty());
    if home.is_none() {
        skip(&format!("a JDK {version}"), &format!("set {variable} to one (`make test` looks for one)"));
    }
    home.map(PathBuf::from)
}

/// The homes of all JDKs that are there, [the one](java_home) that compiles first.
#[track_caller]
pub fn all_jdks() -> Vec<PathBuf> {
    [java_home()].into_iter().chain(LATER.into_iter().filter_map(later_jdk)).collect()
}

/// The version of [the JDK](java_home): 17, 21.
pub fn feature() -> u32 {
    feature_of(&java_home())
}

/// The version of a JDK, by its home.
pub fn feature_of(home: &Path) -> u32 {
    let release = fs::read_to_string(home.join("release")).unwrap_or_default();
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""));
    version.and_then(|v| v.split(['.', '"']).next()).and_then(|v| v.parse().ok()).unwrap_or(17)
}

/// Compiles one source text, whose public class is `main`, into a folder of its own.
#[track_caller]
pub fn compile(main: &str, source: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(format!("{main}.java"));
    fs::write(&file, source).expect("the source is written");
    compile_into(folder.path(), &["-g"], &[file]);
    folder
}

/// Compiles files together into a folder of their own.
#[track_caller]
pub fn compile_files(files: &[PathBuf]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    compile_into(folder.path(), &["-g"], files);
    folder
}

/// The same without the names of local variables, as javac does it when nothing is said. The messages of null pointer exceptions
/// are then others.
#[track_caller]
pub fn compile_without_local_names(files: &[PathBuf]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    compile_into(folder.path(), &[], files);
    folder
}

/// Compiles files against jars, which are separated as in a class path.
#[track_caller]
pub fn compile_with_class_path(files: &[PathBuf], jars: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut arguments: Vec<&OsStr> =
        ["-nowarn", "-Xlint:none", "-proc:none", "-cp", jars, "-d"].map(OsStr::new).to_vec();
    arguments.push(folder.path().as_os_str());
    arguments.extend(files.iter().map(|file| file.as_os_str()));
    javac(&arguments);
    folder
}

/// Compiles the files in a folder of the repository.
#[track_caller]
pub fn compile_folder(folder: &str) -> TempDir {
    compile_files(&files(&repository(folder), "java"))
}

/// Compiles with the options that all tests share. The annotation library (`java/`) is compiled with what uses it.
#[track_caller]
fn compile_into(folder: &Path, options: &[&str], files: &[PathBuf]) {
    let library = repository("java");
    let shared = ["-nowarn", "-Xlint:none", "-proc:none", "-parameters"];
    let mut arguments: Vec<&OsStr> = shared.iter().chain(options).map(OsStr::new).collect();
    arguments.extend([OsStr::new("-sourcepath"), library.as_os_str(), OsStr::new("-cp"), folder.as_os_str()]);
    arguments.extend([OsStr::new("-d"), folder.as_os_str()]);
    arguments.extend(files.iter().map(|file| file.as_os_str()));
    javac(&arguments);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_compiler_compiles_again_and_again() {
        for name in ["First", "Second"] {
            let classes = compile(name, &format!("public class {name} {{ @deadheat.Benign int x; }}"));
            assert!(classes.path().join(format!("{name}.class")).is_file());
            assert!(
                classes.path().join("deadheat/Benign.class").is_file(),
                "the library is compiled with what uses it"
            );
            let failure = std::panic::catch_unwind(|| compile(name, &format!("class {name} {{ int x = true; }}")));
            let text = failure.unwrap_err().downcast_ref::<String>().cloned().unwrap_or_default();
            assert!(text.contains("incompatible types"), "{text}");
        }
    }
}
