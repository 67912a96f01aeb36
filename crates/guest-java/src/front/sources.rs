//! Finds the source text of Java programs: in folders, source files and jars.

use std::collections::HashMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use deadheat_event::{SourcePos, SourceText, Sources};

/// Where build tools keep sources, seen from a project's folder.
const USUAL: [&str; 3] = ["src/main/java", "src/test/java", "src"];

/// Places in which source text is looked for, and what was found there.
#[derive(Debug, Default)]
pub struct JavaSources {
    roots: Vec<Root>,
    known: Mutex<HashMap<String, Option<Arc<SourceText>>>>,
}

#[derive(Debug)]
enum Root {
    /// A folder with packages as folders in it.
    Folder(PathBuf),
    /// One source file.
    File(PathBuf),
    /// A jar with sources.
    Archive(PathBuf),
}

impl JavaSources {
    /// Looks in these folders, `.java` files and jars, in this order.
    #[must_use]
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut sources = Self::default();
        paths.into_iter().for_each(|path| sources.add(path));
        sources
    }

    /// Looks where sources usually are in the project in this folder, too, and in the folder itself.
    #[must_use]
    pub fn in_project(mut self, folder: &Path) -> Self {
        self.add_usual(folder);
        self.add(folder.to_owned());
        self
    }

    fn add_usual(&mut self, project: &Path) {
        USUAL.iter().map(|usual| project.join(usual)).filter(|path| path.is_dir()).for_each(|path| self.add(path));
    }

    /// Looks beside these folders and jars with classes too: in them, where build tools keep the sources of such a folder, and in
    /// `NAME-sources.jar`.
    #[must_use]
    pub fn beside(mut self, class_path: impl IntoIterator<Item = PathBuf>) -> Self {
        for entry in class_path {
            if entry.is_dir() {
                self.add(entry.clone());
                // `target/classes`, `build/classes/java/main`: the project is up to four folders above.
                let absolute = entry.canonicalize().unwrap_or(entry);
                absolute.ancestors().skip(1).take(4).for_each(|above| self.add_usual(above));
            } else if let Some(name) = entry.file_stem().map(|stem| stem.to_string_lossy().into_owned()) {
                self.add(entry.with_file_name(format!("{name}-sources.jar")));
                self.add(entry);
            }
        }
        self
    }

    fn add(&mut self, path: PathBuf) {
        let root = if path.is_dir() {
            Root::Folder(path)
        } else if path.extension().is_some_and(|extension| extension == "java") {
            Root::File(path)
        } else {
            Root::Archive(path)
        };
        self.roots.push(root);
    }
}

impl Sources for JavaSources {
    fn path(&self, place: &SourcePos) -> Option<String> {
        relative_path(place)
    }

    fn find(&self, place: &SourcePos) -> Option<Arc<SourceText>> {
        let path = relative_path(place)?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .entry(path)
            .or_insert_with_key(|path| self.roots.iter().find_map(|root| root.read(path)).map(Arc::new))
            .clone()
    }
}

/// The path of the source file below its root: the package as folders, then the file's name. A result file may come from
/// anywhere, so names that would lead out of the root are refused.
fn relative_path(place: &SourcePos) -> Option<String> {
    let file = place.file.as_deref()?;
    let package = place.container.rsplit_once('.').map_or("", |(package, _)| package);
    let parts = package.split('.').filter(|part| !part.is_empty()).chain([file]);
    let fits = |part: &str| part != "." && part != ".." && !part.contains(['/', '\\', ':', '\0']);
    let mut path = String::new();
    for part in parts {
        if !fits(part) {
            return None;
        }
        path.push_str(if path.is_empty() { "" } else { "/" });
        path.push_str(part);
    }
    Some(path)
}

impl Root {
    fn read(&self, path: &str) -> Option<SourceText> {
        match self {
            Self::Folder(folder) => {
                // A flat folder is what a single example often is.
                let flat = path.rsplit('/').next()?;
                [path, flat].iter().find_map(|path| SourceText::read(&folder.join(path)))
            }
            Self::File(file) => {
                let fits = file.file_name().is_some_and(|name| path.rsplit('/').next() == name.to_str());
                fits.then(|| SourceText::read(file)).flatten()
            }
            Self::Archive(jar) => {
                let file = jar.is_file().then(|| fs::File::open(jar).ok()).flatten()?;
                let mut archive = zip::ZipArchive::new(file).ok()?;
                let entry = archive.by_name(path).ok()?;
                let mut bytes = Vec::new();
                entry.take(SourceText::LONGEST).read_to_end(&mut bytes).ok()?;
                Some(SourceText::new(path.to_owned(), false, &bytes))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use deadheat_event::CodeOwner;

    use super::*;

    fn place(class: &str, file: &str) -> SourcePos {
        let (container, file) = (class.into(), Some(file.into()));
        SourcePos { container, function: "m".into(), file, line: Some(1), owner: CodeOwner::Program }
    }

    #[test]
    fn folders_files_and_jars() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("src/main/java/a/b")).unwrap();
        fs::create_dir_all(at("target/classes")).unwrap();
        fs::write(at("src/main/java/a/b/C.java"), "one\ntwo").unwrap();
        fs::write(at("Main.java"), "main").unwrap();
        let mut jar = zip::ZipWriter::new(fs::File::create(at("lib-sources.jar")).unwrap());
        jar.start_file("x/Y.java", zip::write::SimpleFileOptions::default()).unwrap();
        jar.write_all(b"in a jar").unwrap();
        jar.finish().unwrap();

        let sources = JavaSources::new([at("Main.java")]).beside([at("target/classes"), at("lib.jar")]);
        assert_eq!(sources.find(&place("a.b.C$D", "C.java")).unwrap().line(2), Some("two"));
        assert_eq!(sources.find(&place("Main", "Main.java")).unwrap().line(1), Some("main"));
        assert_eq!(sources.find(&place("x.Y", "Y.java")).unwrap().line(1), Some("in a jar"));
        assert!(sources.find(&place("x.Z", "Z.java")).is_none());
        assert!(sources.find(&place("a.b.C", "C.java")).unwrap().line(0).is_none());
    }

    #[test]
    fn names_do_not_lead_out() {
        for (class, file) in
            [("C", "../x"), ("C", "/etc/passwd"), ("C", "a\\b"), ("a/b.C", "C.java"), ("C", ".."), ("C", "c:x")]
        {
            assert_eq!(relative_path(&place(class, file)), None, "{class} {file}");
        }
        assert_eq!(relative_path(&place("a..b.C", "C.java")).as_deref(), Some("a/b/C.java"));
    }
}
