//! Build tools, asked for their tests: which modules have some, where these are, and the class path that they are run with.
//!
//! The tool compiles the tests and runs a piece of ours, which writes lines to a file:
//!
//! ```text
//! module core
//! folder /home/me/project/core
//! tests /home/me/project/core/target/test-classes
//! path /home/me/project/core/target/test-classes
//! path /home/me/.m2/repository/…
//! ```
//!
//! What the build says of how its tests are run besides (properties, agents, memory) is not asked for.

mod gradle;
mod maven;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deadheat_machine::GuestError;

use crate::front::javac::temporary_folder;
use crate::front::jdk::Jdk;

/// So much of what a failed build said is shown.
const LAST_LINES: usize = 20;

/// A build tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildTool {
    /// Apache Maven.
    Maven,
    /// Gradle.
    Gradle,
}

/// A module of a build that has tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestModule {
    /// What it is called.
    pub name: String,
    /// Where its tests are run.
    pub folder: PathBuf,
    /// Where its compiled tests are.
    pub tests: Vec<PathBuf>,
    /// The class path that they are run with.
    pub class_path: Vec<PathBuf>,
}

impl BuildTool {
    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Maven => "Maven",
            Self::Gradle => "Gradle",
        }
    }

    const fn command(self) -> &'static str {
        match self {
            Self::Maven => "mvn",
            Self::Gradle => "gradle",
        }
    }

    /// What a project has that it builds.
    const fn files(self) -> &'static [&'static str] {
        match self {
            Self::Maven => &["pom.xml"],
            Self::Gradle => &["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
        }
    }

    /// The command that a project is built with: its wrapper, if it has one.
    fn program(self, project: &Path) -> PathBuf {
        let wrapper = project.join(format!("{}w", self.command()));
        if wrapper.is_file() { wrapper } else { self.command().into() }
    }

    /// Compiles the tests of the project in this folder, and gives the modules that have some, in the order of the build. The `arguments` are
    /// handed to the tool.
    ///
    /// # Errors
    /// If there is no such project or tool, the build fails, or no module has tests.
    pub fn test_modules(
        self,
        project: &Path,
        arguments: &[String],
        env: impl Fn(&str) -> Option<std::ffi::OsString>,
    ) -> Result<Vec<TestModule>, GuestError> {
        let project = project.canonicalize().map_err(|error| {
            GuestError::new(format!("cannot find the project {}: {error}", project.display()), "check --project")
        })?;
        if !self.files().iter().any(|file| project.join(file).is_file()) {
            let problem = format!("{} has no {}", project.display(), self.files()[0]);
            let remedy = format!("go to the folder of a project of {}, or name it with --project", self.name());
            return Err(GuestError::new(problem, remedy));
        }
        let jdk = Jdk::find(env)?;
        let folder = temporary_folder()?;
        let list = folder.path().join("modules");
        let program = self.program(&project);
        let mut command = Command::new(&program);
        command.current_dir(&project).env("JAVA_HOME", &jdk.home).stdin(Stdio::null());
        match self {
            Self::Maven => maven::prepare(&mut command, &jdk, folder.path(), &list)?,
            Self::Gradle => gradle::prepare(&mut command, folder.path(), &list)?,
        }
        self.output(command.args(arguments), "does not build")?;
        let modules = read(&fs::read_to_string(&list).unwrap_or_default());
        if modules.is_empty() {
            let problem = format!("the build in {} has no tests that are compiled", project.display());
            return Err(GuestError::new(problem, "check --project; modules without test classes are left out"));
        }
        Ok(modules)
    }

    /// Runs the tool, and gives what it says.
    fn output(self, command: &mut Command, failure: &str) -> Result<String, GuestError> {
        let done = command.output().map_err(|error| {
            let program = Path::new(command.get_program()).display();
            match error.kind() {
                ErrorKind::NotFound => GuestError::new(
                    format!("there is no {program} on PATH"),
                    format!("install {}, or name the class path of the tests with -cp", self.name()),
                ),
                _ => GuestError::new(format!("cannot start {program}: {error}"), "check its rights"),
            }
        })?;
        let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        if done.status.success() {
            return Ok(said);
        }
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n  ");
        let folder = command.get_current_dir().unwrap_or(Path::new(".")).display();
        Err(GuestError::new(
            format!("{folder} {failure}: {} says\n  {last}\n", self.name()),
            format!("mend the build until `{} test` compiles the tests", self.command()),
        ))
    }
}

/// Reads what the build has written. Modules without compiled tests are left out, and so is what the build names and has not made.
fn read(lines: &str) -> Vec<TestModule> {
    let mut modules: Vec<TestModule> = Vec::new();
    for line in lines.lines() {
        let Some((key, value)) = line.split_once(' ') else { continue };
        if key == "module" {
            modules.push(TestModule { name: value.to_owned(), ..TestModule::default() });
            continue;
        }
        let Some(module) = modules.last_mut() else { continue };
        let path = PathBuf::from(value);
        match key {
            "folder" => module.folder = path,
            "tests" if path.is_dir() => module.tests.push(path),
            "path" if path.exists() && !module.class_path.contains(&path) => module.class_path.push(path),
            _ => {}
        }
    }
    modules.retain(|module| !module.tests.is_empty());
    modules
}

fn cannot_write(error: &std::io::Error) -> GuestError {
    GuestError::new(
        format!("cannot write what the build needs: {error}"),
        "check the rights and the space in the temporary folder",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_builds_write_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let tests = folder.path().join("test classes");
        fs::create_dir(&tests).unwrap();
        let (tests, none) = (tests.display(), folder.path().join("none"));
        let text = format!(
            "path before\nmodule a\nfolder /a\ntests {none}\npath {tests}\nmodule b c\nfolder /b\ntests {tests}\npath {tests}\n\
             path {none}\npath {tests}\nodd\n",
            none = none.display()
        );
        let [module] = &read(&text)[..] else { panic!("{:?}", read(&text)) };
        assert_eq!((module.name.as_str(), module.folder.as_path()), ("b c", Path::new("/b")));
        assert_eq!((module.tests.len(), module.class_path.len()), (1, 1));
    }
}
