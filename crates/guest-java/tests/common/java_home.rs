//! The JDK that the tests of all crates use.

use std::path::PathBuf;

pub fn java_home() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        return home.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let javac = std::env::split_paths(&path).map(|p| p.join("javac")).find(|p| p.exists()).expect("a JDK on PATH");
    javac.canonicalize().unwrap().ancestors().nth(2).unwrap().to_owned()
}
