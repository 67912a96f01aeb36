//! Finds the source text of native programs, by the paths that their compilers have written down.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use deadheat_event::{SourcePos, SourceText, Sources};

/// Finds source text below some folders, and nowhere else: a result file may come from anywhere, and name any file.
///
/// A file is called by its path below the first of these folders that it is in.
#[derive(Debug, Default)]
pub struct NativeSources {
    /// Without links, so that what leads out is seen.
    roots: Vec<PathBuf>,
    known: Mutex<HashMap<(String, bool), Option<Found>>>,
}

#[derive(Clone, Debug)]
struct Found {
    path: String,
    text: Option<Arc<SourceText>>,
}

impl NativeSources {
    /// Looks in these folders, in this order.
    #[must_use]
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut sources = Self::default();
        folders.into_iter().for_each(|folder| sources.add(&folder));
        sources
    }

    /// Looks in this folder too, and in the git repository that it is in.
    #[must_use]
    pub fn in_project(mut self, folder: &Path) -> Self {
        self.add(folder);
        if let Some(repository) = folder.canonicalize().ok().and_then(|folder| repository(&folder)) {
            self.add(&repository);
        }
        self
    }

    /// Looks where the compilers worked, too: see [`Module::compilation_folders`](crate::debug_info::Module::compilation_folders).
    #[must_use]
    pub fn compiled_in(mut self, folders: impl IntoIterator<Item = String>) -> Self {
        folders.into_iter().for_each(|folder| self.add(Path::new(&folder)));
        self
    }

    fn add(&mut self, folder: &Path) {
        // All files would be below the root of the file system.
        if let Ok(root) = folder.canonicalize()
            && root.is_dir()
            && root.parent().is_some()
            && !self.roots.contains(&root)
        {
            self.roots.push(root);
        }
    }

    /// What a report calls the file with this path: its path below the first folder that it is in; of another file, all of its path.
    #[must_use]
    pub fn name_of(&self, file: &str) -> String {
        self.below_root(file).map_or_else(|| file.to_owned(), |(_, path)| path)
    }

    /// The first folder that an absolute path is in, and the path below it. It need not be there.
    fn below_root(&self, file: &str) -> Option<(&Path, String)> {
        let path = plain(Path::new(file))?;
        let below = |root: &PathBuf| shown(path.strip_prefix(root).ok()?).filter(|path| !path.is_empty());
        self.roots.iter().find_map(|root| Some((root.as_path(), below(root)?)))
    }

    fn look_up(&self, place: &SourcePos) -> Option<Found> {
        let file = place.file.as_deref()?;
        let key = (file.to_owned(), place.owner.is_program());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(key).or_insert_with_key(|(file, is_program)| self.search(file, *is_program)).clone()
    }

    fn search(&self, file: &str, is_program: bool) -> Option<Found> {
        let path = plain(Path::new(file))?;
        if path.is_absolute() {
            if let Some((root, path)) = self.below_root(file) {
                return Some(Found { text: read(root, &path), path });
            }
            // A program that was built elsewhere: the longest end of the path that is here. Libraries are not in these folders.
            let mut ends = std::iter::successors(shown(path.strip_prefix("/").ok()?), |path| {
                path.split_once('/').map(|(_, end)| end.to_owned())
            });
            return is_program.then(|| ends.find_map(|end| self.read_any(&end))).flatten();
        }
        let path = shown(&path)?;
        self.read_any(&path).or(Some(Found { path, text: None }))
    }

    /// The file with this path below whichever folder has it.
    fn read_any(&self, path: &str) -> Option<Found> {
        let text = self.roots.iter().find_map(|root| read(root, path))?;
        Some(Found { path: self.name_of(&text.path), text: Some(text) })
    }
}

impl Sources for NativeSources {
    fn path(&self, place: &SourcePos) -> Option<String> {
        self.look_up(place).map(|found| found.path)
    }

    fn find(&self, place: &SourcePos) -> Option<Arc<SourceText>> {
        self.look_up(place)?.text
    }
}

/// The path without `.` and `..`; none for one that leads above where it starts.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.file_name()?;
                plain.pop();
            }
            Component::RootDir | Component::Normal(_) => plain.push(part),
            Component::Prefix(_) => return None,
        }
    }
    Some(plain)
}

fn shown(path: &Path) -> Option<String> {
    path.to_str().map(str::to_owned)
}

/// The text of a file below a folder, unless a link leads out of it.
fn read(root: &Path, path: &str) -> Option<Arc<SourceText>> {
    let file = root.join(path);
    let real = file.canonicalize().ok().filter(|real| real.starts_with(root))?;
    let text = SourceText::read(&real)?;
    Some(Arc::new(SourceText { path: file.display().to_string(), ..text }))
}

/// The git repository that a folder is in.
fn repository(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use deadheat_event::CodeOwner;

    use super::*;

    fn place(file: &Path) -> SourcePos {
        let file = Some(file.to_str().unwrap().into());
        SourcePos { file, line: Some(1), ..SourcePos::unknown() }
    }

    #[test]
    fn below_the_first_root() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().canonicalize().unwrap().join(path);
        fs::create_dir_all(at("project/.git")).unwrap();
        fs::create_dir_all(at("project/app/src")).unwrap();
        fs::create_dir_all(at("project/lib")).unwrap();
        fs::create_dir_all(at("elsewhere")).unwrap();
        fs::write(at("project/app/src/a.c"), "one\ntwo").unwrap();
        fs::write(at("project/lib/b.c"), "three").unwrap();
        fs::write(at("elsewhere/secret"), "secret").unwrap();
        let sources = NativeSources::new([]).in_project(&at("project/app"));
        let asked = |file: &Path| {
            let place = place(file);
            let text = sources.find(&place).and_then(|text| text.line(1).map(str::to_owned));
            (sources.path(&place), text)
        };
        let found = |path: &str, line: &str| (Some(path.to_owned()), Some(line.to_owned()));

        assert_eq!(asked(&at("project/app/src/a.c")), found("src/a.c", "one"));
        assert_eq!(asked(&at("project/app/build/../src/./a.c")), found("src/a.c", "one"));
        assert_eq!(asked(&at("project/lib/b.c")), found("lib/b.c", "three"));
        assert_eq!(asked(Path::new("src/a.c")), found("src/a.c", "one"));
        // Built elsewhere.
        assert_eq!(asked(Path::new("/build/project/app/src/a.c")), found("src/a.c", "one"));
        let of_library = SourcePos { owner: CodeOwner::Library, ..place(Path::new("/usr/include/src/a.c")) };
        assert_eq!(sources.path(&of_library), None);
        assert_eq!(sources.name_of("/usr/include/stdio.h"), "/usr/include/stdio.h");
        assert_eq!(sources.name_of(at("project/app/src/a.c").to_str().unwrap()), "src/a.c");

        // Nothing leads out.
        for file in [&at("elsewhere/secret"), &at("project/app/../../elsewhere/secret")] {
            assert_eq!(asked(file), (None, None));
        }
        assert_eq!(asked(Path::new("../../elsewhere/secret")), (None, None));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("elsewhere/secret"), at("project/app/link")).unwrap();
            assert_eq!(asked(Path::new("link")).1, None);
        }
        assert!(NativeSources::new([PathBuf::from("/")]).find(&place(&at("elsewhere/secret"))).is_none());
    }
}
