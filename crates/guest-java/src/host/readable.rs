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

/// Parts of a JDK that systems keep elsewhere, by links.
const LINKED: [&str; 4] = ["", "conf", "lib", "lib/security"];

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
        let within = LINKED.iter().filter_map(|part| home.join(part).read_dir().ok()).flatten();
        let linked = within.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_symlink());
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
