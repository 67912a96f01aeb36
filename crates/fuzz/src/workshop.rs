//! Where programs are written and compiled.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use deadheat_testing::java::compile_files;
use tempfile::TempDir;

use crate::deadheat::LOOKED_FOR;
use crate::program::Program;

/// Programs that have been compiled together, with what they call in deadheat.
pub struct Compiled {
    sources: TempDir,
    classes: TempDir,
}

impl Compiled {
    /// Compiles.
    ///
    /// # Panics
    /// If javac refuses a program: the generator has made no Java.
    pub fn new(programs: &[&Program]) -> io::Result<Self> {
        let sources = tempfile::tempdir()?;
        let mut files = vec![write(sources.path(), "J", &common(include_str!("java/Quiet.java")))?];
        files.push(write(sources.path(), "End", &end())?);
        for program in programs {
            files.push(write(sources.path(), &program.name(), &program.java())?);
        }
        let classes = compile_files(&files);
        Ok(Self { sources, classes })
    }

    /// The folder of the classes.
    pub fn classes(&self) -> &Path {
        self.classes.path()
    }

    /// The folder of the sources.
    pub fn sources(&self) -> &Path {
        self.sources.path()
    }

    /// Copies all that deadheat needs to look at a program again.
    pub fn save(&self, program: &Program, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        for name in ["J".to_owned(), "End".to_owned(), program.name()] {
            let file = format!("{name}.java");
            fs::copy(self.sources.path().join(&file), folder.join(&file))?;
        }
        Ok(())
    }
}

/// The classes that run programs often in the real `java`.
pub fn compile_stress() -> io::Result<TempDir> {
    let sources = tempfile::tempdir()?;
    let files = [
        write(sources.path(), "J", &common(include_str!("java/J.java")))?,
        write(sources.path(), "Stress", include_str!("java/Stress.java"))?,
    ];
    Ok(compile_files(&files))
}

fn write(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let file = folder.join(format!("{name}.java"));
    fs::write(&file, text)?;
    Ok(file)
}

/// What both versions of `J` have in common is written once.
fn common(text: &str) -> String {
    text.replace("//COMMON\n", include_str!("java/Common.java"))
}

/// The class in which programs end.
fn end() -> String {
    let cases: Vec<String> =
        (0..LOOKED_FOR).map(|n| format!("                case {n}: throw new End(); // {n}")).collect();
    include_str!("java/end.txt").replace("CASES", &cases.join("\n"))
}

/// What the end at a line of `End.java` says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// An outcome that was looked for, by its number.
    Outcome(usize),
    /// An outcome that `java` did not show.
    Unseen,
    /// An exception that only a gap of deadheat's can throw.
    Gap,
}

/// What it says.
pub fn ending(line: u64) -> Option<Ending> {
    let text = end();
    let (_, comment) = text.lines().nth(usize::try_from(line).ok()?.checked_sub(1)?)?.rsplit_once("// ")?;
    match comment {
        "unseen" => Some(Ending::Unseen),
        "gap" => Some(Ending::Gap),
        number => number.parse().ok().map(Ending::Outcome),
    }
}
