//! The harness, compiled against the engines that are on the user's class path.

use std::path::PathBuf;
use std::sync::Arc;

use deadheat_machine::GuestError;
use rustc_hash::FxHashMap;

use crate::classpath::ClassPath;
use crate::front::javac;
use crate::front::jdk::Jdk;

/// Its sources that need no engine.
const SOURCES: [(&str, &str); 4] = [
    ("Harness.java", include_str!("java/Harness.java")),
    ("Engine.java", include_str!("java/Engine.java")),
    ("Test.java", include_str!("java/Test.java")),
    ("Outcome.java", include_str!("java/Outcome.java")),
];

/// The test engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The JUnit Platform: Jupiter, Vintage, and others.
    Platform,
    /// JUnit 4, and 3.
    JUnit4,
    /// TestNG.
    TestNg,
}

impl Engine {
    const ALL: [Self; 3] = [Self::Platform, Self::JUnit4, Self::TestNg];

    /// Those that are on a class path. Where Vintage runs the tests of JUnit 4, they are not run twice.
    pub fn on(classes: &ClassPath) -> Vec<Self> {
        let has = |class: &str| classes.find(class).is_some();
        let is_there = |engine: &Self| match engine {
            Self::Platform => has("org/junit/platform/launcher/Launcher.class"),
            Self::JUnit4 => {
                let by_vintage =
                    has("org/junit/vintage/engine/VintageTestEngine.class") && Self::Platform.is_on(classes);
                has("org/junit/runner/JUnitCore.class") && !by_vintage
            }
            Self::TestNg => has("org/testng/TestNG.class"),
        };
        Self::ALL.into_iter().filter(is_there).collect()
    }

    fn is_on(self, classes: &ClassPath) -> bool {
        self == Self::Platform && classes.find("org/junit/platform/launcher/Launcher.class").is_some()
    }

    /// Its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Platform => "the JUnit Platform",
            Self::JUnit4 => "JUnit 4",
            Self::TestNg => "TestNG",
        }
    }

    /// Its class in the harness.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Platform => "deadheat.test.Platform",
            Self::JUnit4 => "deadheat.test.JUnit4",
            Self::TestNg => "deadheat.test.TestNg",
        }
    }

    const fn source(self) -> (&'static str, &'static str) {
        match self {
            Self::Platform => ("Platform.java", include_str!("java/Platform.java")),
            Self::JUnit4 => ("JUnit4.java", include_str!("java/JUnit4.java")),
            Self::TestNg => ("TestNg.java", include_str!("java/TestNg.java")),
        }
    }
}

/// The class files of the harness, by internal name.
pub type Classes = Arc<FxHashMap<String, Vec<u8>>>;

/// Compiles the harness for the engines on a class path, and gives its class files.
///
/// # Errors
/// If there is no engine, or it is one that the harness does not compile against.
pub fn compile(jdk: &Jdk, class_path: &[PathBuf]) -> Result<(Vec<Engine>, Classes), GuestError> {
    let classes = ClassPath::open_for(class_path, jdk.feature as u16)
        .map_err(|error| GuestError::new(error.to_string(), "check -cp"))?;
    let engines = Engine::on(&classes);
    if engines.is_empty() {
        let has_jupiter = classes.find("org/junit/jupiter/api/Test.class").is_some();
        return Err(match has_jupiter {
            true => GuestError::new(
                "the class path has JUnit 5, but not its launcher",
                "add junit-platform-launcher.jar, of the version of junit-platform-engine.jar",
            ),
            false => GuestError::new(
                "there is no test engine on the class path: neither JUnit 4 or 5 nor TestNG",
                "name with -cp the class path that the tests are run with",
            ),
        });
    }
    let sources = SOURCES.into_iter().chain(engines.iter().map(|engine| engine.source()));
    let named: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
    let failed = || {
        GuestError::new(
            format!("deadheat's harness does not compile against this version of {}", named.join(" and ")),
            "JUnit 4.12 and later, JUnit Platform 1.6 and later, and TestNG 6.9 and later are known to work",
        )
    };
    let files = javac::compile_texts(jdk, sources, class_path)?.ok_or_else(failed)?;
    Ok((engines, Arc::new(files)))
}
