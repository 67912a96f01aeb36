//! What a guest may read of the outside: `--read`. Files elsewhere are refused as if the user had no right to them, and directories
//! elsewhere are not listed; that they are there can be seen.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::overlay::outside;

/// Folders and files that may be read, by their real names, with all that is below them.
#[derive(Clone, Debug, Default)]
pub struct Readable(Option<Arc<BTreeSet<PathBuf>>>);

/// Files that tell nothing of the user, and that the library looks at.
const PUBLIC: [&str; 2] = ["/etc/mime.types", "/usr/share/zoneinfo"];

/// Folders of a JDK in which systems have links to files that they keep elsewhere, each with how deep the links may be.
const LINKED: [(&str, u32); 5] = [("", 0), ("conf", 4), ("lib", 0), ("lib/jfr", 0), ("lib/security", 0)];

/// The links in a folder, and in those below it down to a depth.
fn links(folder: &Path, depth: u32) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let (mut links, others): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_symlink());
    if depth > 0 {
        links.extend(others.iter().filter(|path| path.is_dir()).flat_map(|path| self::links(path, depth - 1)));
    }
    links
}

impl Readable {
    /// Everything.
    #[must_use]
    pub fn everything() -> Self {
        Self::default()
    }

    /// These folders and files, the JDK in `home`, and what is public.
    #[must_use]
    pub fn only(paths: impl IntoIterator<Item = PathBuf>, home: &Path) -> Self {
        let public = PUBLIC.iter().map(PathBuf::from).chain([home.to_owned()]);
        let linked = LINKED.iter().flat_map(|(part, depth)| links(&home.join(part), *depth));
        let all = paths.into_iter().chain(public).chain(linked);
        Self(Some(Arc::new(all.filter_map(|path| path.canonicalize().ok()).collect())))
    }

    /// Whether the file or directory at a path without links may be read.
    #[must_use]
    pub fn permits(&self, path: &[u8]) -> bool {
        let Some(paths) = &self.0 else { return true };
        outside(path).ancestors().any(|above| paths.contains(above))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_below() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        std::fs::create_dir(real.join("a")).unwrap();
        std::os::unix::fs::symlink(real.join("a"), real.join("link")).unwrap();
        let readable = Readable::only([real.join("link")], Path::new("/no/such/jdk"));
        let permits = |path: PathBuf| readable.permits(path.as_os_str().as_encoded_bytes());
        assert!(permits(real.join("a")) && permits(real.join("a/b/c")));
        assert!(!permits(real.clone()) && !permits(real.join("ab")) && !permits(PathBuf::from("/etc/passwd")));
        assert!(Readable::everything().permits(b"/etc/passwd"));
    }
}
