//! `deadheat init`: a `deadheat.toml` for the project in a folder, with what can be seen from its files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::files;
use crate::options::about::InitArgs;
use crate::project::file::NAME;
use crate::terminal::failure::Failure;
use crate::terminal::stdout;

/// Writes the file.
///
/// # Errors
/// If there is one already, or it cannot be written.
pub fn init(options: &InitArgs) -> Result<u8, Failure> {
    let folder = options.folder.clone().unwrap_or_default();
    let file = folder.join(NAME);
    if file.exists() && !options.force {
        let problem = format!("{} is there already", file.display());
        return Err(Failure::usage(problem, "change it, or let --force replace it"));
    }
    // An empty path is the current folder for all but those who look into it.
    let looked_at = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
    let project = Project::in_folder(looked_at);
    files::write(&file, &project.text())?;
    stdout::print(&format!(
        "{} is for {}. Try: {}\n",
        file.display(),
        project.kind.words(),
        project.kind.first_command()
    ))?;
    Ok(0)
}

/// What a project is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Maven,
    Gradle,
    Java,
    Cargo,
    Make,
    Unknown,
}

/// Files by which the kinds of projects are known, the surest first.
const KNOWN_BY: [(&str, Kind); 10] = [
    ("pom.xml", Kind::Maven),
    ("build.gradle", Kind::Gradle),
    ("build.gradle.kts", Kind::Gradle),
    ("settings.gradle", Kind::Gradle),
    ("settings.gradle.kts", Kind::Gradle),
    ("Cargo.toml", Kind::Cargo),
    ("CMakeLists.txt", Kind::Make),
    ("configure", Kind::Make),
    ("Makefile", Kind::Make),
    ("meson.build", Kind::Make),
];

impl Kind {
    fn of(folder: &Path) -> Self {
        let known = KNOWN_BY.into_iter().find(|(file, _)| folder.join(file).is_file());
        known.map_or_else(|| Self::by_sources(folder), |(_, kind)| kind)
    }

    fn by_sources(folder: &Path) -> Self {
        let places = [folder.to_owned(), folder.join("src")];
        let has = |endings: &[&str]| {
            places.iter().flat_map(|place| entries(place)).any(|file| {
                file.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| endings.contains(&ending))
            })
        };
        if has(&["java"]) || folder.join("src/main/java").is_dir() {
            Self::Java
        } else if has(&["c", "cc", "cpp", "cxx"]) {
            Self::Make
        } else {
            Self::Unknown
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Maven => "a Maven project",
            Self::Gradle => "a Gradle project",
            Self::Java => "Java classes",
            Self::Cargo => "a Rust package",
            Self::Make => "a C or C++ project",
            Self::Unknown => "any program",
        }
    }

    /// What to try first.
    fn first_command(self) -> &'static str {
        match self {
            Self::Maven => "mvn test-compile dependency:copy-dependencies && deadheat test",
            Self::Gradle => "gradle testClasses && deadheat test",
            Self::Java | Self::Unknown => "deadheat check PROGRAM",
            Self::Cargo => "deadheat cargo test",
            Self::Make => "make CC=\"deadheat cc\" CXX=\"deadheat c++\" && deadheat check ./PROGRAM",
        }
    }

    fn is_java(self) -> bool {
        matches!(self, Self::Maven | Self::Gradle | Self::Java)
    }

    /// Where its classes are, if it has been built.
    fn classes(self) -> &'static [&'static str] {
        match self {
            Self::Maven => &["target/classes", "target/test-classes", "target/dependency/*"],
            Self::Gradle => &["build/classes/java/main", "build/classes/java/test", "build/resources/main"],
            Self::Java | Self::Cargo | Self::Make | Self::Unknown => &[],
        }
    }
}

/// A project, as its files show it.
struct Project {
    kind: Kind,
    class_path: Vec<String>,
    sources: Vec<String>,
    /// The package that all its classes are in.
    package: Option<String>,
    suppressions: Option<String>,
}

impl Project {
    fn in_folder(folder: &Path) -> Self {
        let kind = Kind::of(folder);
        let is_there = |path: &&str| folder.join(path).is_dir();
        let there =
            |places: &[&str]| places.iter().filter(|path| is_there(path)).map(|path| (*path).to_owned()).collect();
        let mut class_path: Vec<String> = kind.classes().iter().map(|path| (*path).to_owned()).collect();
        let mut sources: Vec<String> = Vec::new();
        if kind.is_java() {
            if kind == Kind::Java {
                class_path = there(&["classes", "out", "bin", "build"]);
            }
            if class_path.is_empty() {
                class_path.push(".".to_owned());
            }
            let libraries: Vec<String> = there(&["lib", "libs"]);
            class_path.extend(libraries.into_iter().map(|folder| format!("{folder}/*")));
            sources = there(&["src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin"]);
            if sources.is_empty() {
                sources = there(&["src"]);
            }
        }
        let package = sources.iter().find_map(|source| package(&folder.join(source)));
        let known = ["deadheat.supp", "deadheat.suppressions", "suppressions.txt"];
        let suppressions = known.into_iter().find(|file| folder.join(file).is_file()).map(str::to_owned);
        Self { kind, class_path, sources, package, suppressions }
    }

    fn text(&self) -> String {
        let mut text = String::from(
            "# Options that deadheat reads in this folder and below. Each key is an option of the command line, which comes first;\n\
             # paths are beside this file. All keys: docs/cli.md, \"The project's file\".\n",
        );
        let _ = writeln!(text, "# It was written for {}. First: {}", self.kind.words(), self.kind.first_command());
        let mut part = |comment: &str, is_set: bool, line: String| {
            let _ = write!(text, "\n# {comment}\n{}{line}\n", if is_set { "" } else { "# " });
        };
        let list = |texts: &[String]| {
            format!("[{}]", texts.iter().map(|one| format!("{one:?}")).collect::<Vec<_>>().join(", "))
        };
        if self.kind.is_java() || self.kind == Kind::Unknown {
            let example = ["classes".to_owned(), "lib/*".to_owned()];
            let is_known = !self.class_path.is_empty();
            let paths = if is_known { &self.class_path[..] } else { &example };
            part(
                "Where classes are: folders are yours, jars are libraries.",
                is_known,
                format!("class-path = {}", list(paths)),
            );
        }
        if !self.sources.is_empty() {
            part("Where the source text is that reports show.", true, format!("source = {}", list(&self.sources)));
        }
        let example = if self.kind.is_java() { "com.example" } else { "example" };
        let package = self.package.as_deref().unwrap_or(example);
        part(
            "Only report errors in classes or modules that match.",
            false,
            format!("include = [{:?}]", format!("^{package}.*")),
        );
        part(
            "Don't report the errors listed in this file: a line each, such as race:^Statistics.hits$",
            self.suppressions.is_some(),
            format!("suppressions = {:?}", self.suppressions.as_deref().unwrap_or("deadheat.supp")),
        );
        part("The seconds for one warning, and for all.", false, "budget = [10, 120]".to_owned());
        part("Where reports and witnesses go.", false, "output = \"deadheat-results\"".to_owned());
        part(
            "Fail on what is new since this result: a copy of an earlier result.json.",
            false,
            "baseline = \"deadheat-baseline.json\"".to_owned(),
        );
        text.push_str(&self.sections());
        text
    }

    /// What counts for single commands.
    fn sections(&self) -> String {
        let mut text = String::from(
            "\n[check]\n# What a program should end with, under whatever schedule: this exit code, and what is in this file; or always the same.\n\
             # expect-exit = 0\n# expect-output = \"expected.txt\"\n# same-output = true\n",
        );
        if self.kind.is_java() || self.kind == Kind::Unknown {
            text.push_str(
                "\n[test]\n# The seconds for one warning and for one test, and for all tests together.\n# budget = [5, 10]\n# total = 600\n\
                 # junit-xml = \"deadheat-results/tests.xml\"\n",
            );
        }
        text
    }
}

/// The files and folders in a folder, in the order of their names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The package that all classes below a folder of sources are in: folders that have nothing but one other folder in them.
fn package(sources: &Path) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    let mut at = sources.to_owned();
    while let [only] = &entries(&at)[..]
        && only.is_dir()
    {
        names.push(only.file_name()?.to_str()?.to_owned());
        at = only.clone();
    }
    let has_classes = entries(&at).iter().any(|file| file.is_file());
    (has_classes && !names.is_empty()).then(|| names.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::File;

    /// Folders with these files, and what is seen in them.
    const PROJECTS: [(&[&str], Kind, &str); 7] = [
        (&["pom.xml", "src/main/java/org/a/B.java"], Kind::Maven, "\"target/classes\", \"target/test-classes\""),
        (&["build.gradle.kts", "libs/x.jar"], Kind::Gradle, "\"libs/*\""),
        (&["Main.java", "lib/x.jar"], Kind::Java, "class-path = [\".\", \"lib/*\"]"),
        (&["src/Main.java", "out/Main.class"], Kind::Java, "class-path = [\"out\"]"),
        (&["Cargo.toml", "src/main.rs"], Kind::Cargo, "deadheat cargo test"),
        (&["Makefile", "a.c", "deadheat.supp"], Kind::Make, "\nsuppressions = \"deadheat.supp\""),
        (&[], Kind::Unknown, "# class-path = "),
    ];

    #[test]
    fn projects_are_known_by_their_files() {
        for (files, kind, expected) in PROJECTS {
            let folder = tempfile::tempdir().unwrap();
            for file in files {
                let file = folder.path().join(file);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(file, "").unwrap();
            }
            let project = Project::in_folder(folder.path());
            let text = project.text();
            assert_eq!(project.kind, kind, "{files:?}");
            assert!(text.contains(expected), "{files:?}: {text}");
            // As it is, and with every key of it.
            let commands = ["check".to_owned(), "test".to_owned()];
            let is_key = |line: &&str| line.strip_prefix("# ").is_some_and(|rest| rest.split(' ').nth(1) == Some("="));
            assert!(text.lines().filter(is_key).count() > 4, "{text}");
            let whole: String =
                text.lines().map(|line| format!("{}\n", if is_key(&line) { &line[2..] } else { line })).collect();
            for text in [text.clone(), whole] {
                let file = folder.path().join(NAME);
                std::fs::write(&file, &text).unwrap();
                File::read(&file, &commands).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
            }
        }
    }

    #[test]
    fn a_package_is_the_one_of_all_classes() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("org/example");
        std::fs::create_dir_all(deep.join("a")).unwrap();
        assert_eq!(package(folder.path()), None);
        std::fs::write(deep.join("B.java"), "").unwrap();
        assert_eq!(package(folder.path()).as_deref(), Some("org.example"));
    }
}
