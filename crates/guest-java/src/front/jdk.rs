//! The installed JDK: where it is and which version it has.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use deadheat_machine::GuestError;

/// The feature versions whose class libraries deadheat can run.
pub const SUPPORTED: &[u32] = &[17, 21, 25];

const REMEDY: &str =
    "install a JDK 17, 21 or 25 (Debian: `apt install openjdk-17-jdk-headless`) or set JAVA_HOME to one";

/// A JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its home folder, canonical.
    pub home: PathBuf,
    /// Its feature version: 17 for `17.0.2`.
    pub feature: u32,
}

impl Jdk {
    /// Finds the JDK: `JAVA_HOME`, then the `java` on `PATH`. `env` looks up environment variables.
    ///
    /// # Errors
    /// If there is none, or it is of no use.
    pub fn find(env: impl Fn(&str) -> Option<OsString>) -> Result<Self, GuestError> {
        if let Some(home) = env("JAVA_HOME").filter(|home| !home.is_empty()) {
            return Self::at(Path::new(&home), "JAVA_HOME");
        }
        let path = env("PATH").unwrap_or_default();
        let java = std::env::split_paths(&path)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join("java"))
            .find_map(|java| java.canonicalize().ok().filter(|java| java.is_file()));
        match java.as_deref().and_then(Path::parent).and_then(Path::parent) {
            Some(home) => Self::at(home, "the `java` on PATH"),
            None => Err(GuestError::new("no JDK found: JAVA_HOME is not set and there is no `java` on PATH", REMEDY)),
        }
    }

    /// The JDK in this folder; `whence` says what named it.
    fn at(home: &Path, whence: &str) -> Result<Self, GuestError> {
        let shown = home.display();
        let fail = |problem: String| Err(GuestError::new(format!("{problem} (from {whence})"), REMEDY));
        let Ok(home) = home.canonicalize() else {
            return fail(format!("there is no folder {shown}"));
        };
        let feature = feature_version(&home);
        if let Some(other) = feature.filter(|feature| !SUPPORTED.contains(feature)) {
            return fail(format!("{shown} is a JDK {other}, and deadheat runs on JDK {}", words(SUPPORTED)));
        }
        if !home.join("lib/modules").is_file() {
            return fail(format!("{shown} is not a JDK: it has no lib/modules"));
        }
        match feature {
            Some(feature) => Ok(Self { home, feature }),
            None => fail(format!("{shown} does not tell its version: it has no JAVA_VERSION in its file `release`")),
        }
    }

    /// The compiler.
    ///
    /// # Errors
    /// If this is only a runtime.
    pub fn javac(&self) -> Result<PathBuf, GuestError> {
        let javac = self.home.join("bin/javac");
        if javac.is_file() {
            return Ok(javac);
        }
        let problem =
            format!("{} has no bin/javac: it can run class files, but not compile a source", self.home.display());
        Err(GuestError::new(problem, "set JAVA_HOME to a full JDK, or name a compiled class"))
    }
}

/// The compiler on `PATH`, of whatever JDK that knows the option `--release`.
#[must_use]
pub fn javac_on_path(env: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = env("PATH")?;
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .filter_map(|folder| folder.join("javac").canonicalize().ok())
        .find(|javac| javac.ancestors().nth(2).and_then(feature_version).is_some_and(|feature| feature >= 11))
}

/// Numbers as a person lists them: `17, 21 and 25`.
fn words(numbers: &[u32]) -> String {
    let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}

/// The version of the JDK in this folder as its `release` file has it: `17.0.15`.
pub fn version(home: &Path) -> Option<String> {
    let release = fs::read_to_string(home.join("release")).ok()?;
    let version = release.lines().find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
    Some(version.trim_matches('"').to_owned())
}

/// The feature version of the JDK in this folder, if its `release` file says so.
pub fn feature_version(home: &Path) -> Option<u32> {
    feature_in(&fs::read_to_string(home.join("release")).ok()?)
}

/// The feature version in the text of a `release` file.
fn feature_in(release: &str) -> Option<u32> {
    let version = release.lines().find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
    let version = version.trim_matches('"');
    let version = version.strip_prefix("1.").unwrap_or(version);
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fake(release: &str, modules: bool) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join("lib")).unwrap();
        fs::create_dir_all(home.path().join("bin")).unwrap();
        fs::write(home.path().join("release"), release).unwrap();
        fs::write(home.path().join("bin/java"), "").unwrap();
        if modules {
            fs::write(home.path().join("lib/modules"), "").unwrap();
        }
        home
    }

    fn find(java_home: Option<&Path>, path: Option<&Path>) -> Result<Jdk, GuestError> {
        Jdk::find(|name| match name {
            "JAVA_HOME" => java_home.map(|home| home.as_os_str().to_owned()),
            _ => path.map(|path| path.as_os_str().to_owned()),
        })
    }

    #[test]
    fn versions() {
        assert_eq!(feature_in("A=\"1\"\nJAVA_VERSION=\"17.0.2\"\n"), Some(17));
        assert_eq!(feature_in("JAVA_VERSION=\"1.8.0_392\"\r\n"), Some(8));
        assert_eq!(feature_in("JAVA_VERSION=21-ea"), Some(21));
        assert_eq!(feature_in("JAVA_VERSION=\"\""), None);
        assert_eq!(feature_in(""), None);
    }

    #[test]
    fn java_home_comes_first_then_path() {
        let (a, b) = (fake("JAVA_VERSION=\"17.0.1\"", true), fake("JAVA_VERSION=\"17\"", true));
        let bin = b.path().join("bin");
        assert_eq!(find(Some(a.path()), Some(&bin)).unwrap().home, a.path().canonicalize().unwrap());
        let found = find(None, Some(&bin)).unwrap();
        assert_eq!((found.feature, found.home.clone()), (17, b.path().canonicalize().unwrap()));
        assert_eq!(find(Some(Path::new("")), Some(&bin)).unwrap().feature, 17);
        assert!(found.javac().unwrap_err().to_string().contains("no bin/javac"));
    }

    #[test]
    fn a_jdk_of_no_use_is_an_error_with_a_remedy() {
        let old = fake("JAVA_VERSION=\"1.8.0\"", false);
        let new = fake("JAVA_VERSION=\"26\"", true);
        let empty = fake("JAVA_VERSION=\"17\"", false);
        let mute = fake("", true);
        for (home, part) in [
            (Some(old.path()), "JDK 8"),
            (Some(new.path()), "is a JDK 26, and deadheat runs on JDK 17, 21 and 25"),
            (Some(empty.path()), "no lib/modules"),
            (Some(mute.path()), "does not tell its version"),
            (Some(Path::new("/no/such/folder")), "there is no folder /no/such/folder (from JAVA_HOME)"),
            (None, "no JDK found"),
        ] {
            let text = find(home, None).unwrap_err().to_string();
            assert!(text.contains(part) && text.contains("install a JDK 17"), "{text}");
        }
    }
}
