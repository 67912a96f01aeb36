//! Maven: an extension of ours, compiled against the user's Maven, sees each module when its tests are compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deadheat_machine::GuestError;

use super::{BuildTool, cannot_write};
use crate::front::javac;
use crate::front::jdk::Jdk;

/// The extension; the Maven plugin has the same sources.
const SOURCES: [(&str, &str); 2] = [
    ("TestPath.java", include_str!("../../../../../java/maven-plugin/src/main/java/deadheat/maven/TestPath.java")),
    (
        "TestPathSpy.java",
        include_str!("../../../../../java/maven-plugin/src/main/java/deadheat/maven/TestPathSpy.java"),
    ),
];
/// Where Maven looks for components, and what it finds there.
const COMPONENTS: (&str, &str) = (
    "META-INF/plexus/components.xml",
    "<component-set><components><component><role>org.apache.maven.eventspy.EventSpy</role><role-hint>deadheat</role-hint>\
     <implementation>deadheat.maven.TestPathSpy</implementation></component></components></component-set>",
);

/// Lets a command of Maven compile the tests and write the list of modules.
///
/// # Errors
/// If it is no Maven that is known here.
pub(super) fn prepare(command: &mut Command, jdk: &Jdk, folder: &Path, list: &Path) -> Result<(), GuestError> {
    let extension = folder.join("extension");
    let classes = javac::compile_texts(jdk, SOURCES, &libraries(command)?)?.ok_or_else(|| {
        GuestError::new(
            "deadheat's extension does not compile against this Maven",
            "Maven 3.8 is known to work; or name the class path of the tests with -cp",
        )
    })?;
    let files = classes.iter().map(|(name, bytes)| (format!("{name}.class"), bytes.as_slice()));
    for (name, bytes) in files.chain([(COMPONENTS.0.to_owned(), COMPONENTS.1.as_bytes())]) {
        let file = extension.join(name);
        let parent = file.parent().unwrap_or(&extension);
        fs::create_dir_all(parent).and_then(|()| fs::write(&file, bytes)).map_err(|error| cannot_write(&error))?;
    }
    command
        .args(["--batch-mode", "--quiet", "test-compile"])
        .arg(format!("-Dmaven.ext.class.path={}", extension.display()))
        .arg(format!("-Ddeadheat.modules={}", list.display()));
    Ok(())
}

/// The jars of the Maven that a command starts: it says where it is.
fn libraries(command: &Command) -> Result<Vec<PathBuf>, GuestError> {
    let mut version = Command::new(command.get_program());
    version.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?)))).stdin(Stdio::null());
    version.current_dir(command.get_current_dir().unwrap_or(Path::new("."))).args(["--batch-mode", "--version"]);
    let said = BuildTool::Maven.output(&mut version, "has no Maven that can be used")?;
    let home = said.lines().find_map(|line| line.split_once("Maven home: ")).map(|(_, home)| home.trim());
    let jars = home.and_then(|home| fs::read_dir(Path::new(home).join("lib")).ok());
    let jars: Vec<PathBuf> = jars.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    if jars.is_empty() {
        let program = command.get_program().to_string_lossy();
        return Err(GuestError::new(
            format!("`{program} --version` does not say where Maven is"),
            "name the class path of the tests with -cp",
        ));
    }
    Ok(jars)
}
