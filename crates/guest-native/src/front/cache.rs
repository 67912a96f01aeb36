//! Files that compilers need and deadheat carries inside it, in a folder of the user's cache.
//!
//! A file's name has the hash of its content, so versions do not meet. It is written under another name and renamed, so that nobody
//! ever sees half of one, whoever else writes at the same time; and what is there already is compared before it is used.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use deadheat_event::hash::Fnv64;
use deadheat_machine::GuestError;

/// Looks up environment variables.
pub type Env<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The path of a file with this content, which is written unless it is there: `NAME-HASH.EXTENSION` in `$XDG_CACHE_HOME/deadheat`, else
/// `~/.cache/deadheat`, else a folder of the user's own among the temporary ones.
///
/// # Errors
/// If it can be written to none of them.
pub fn stored(name: &str, extension: &str, content: &[u8], env: Env) -> Result<PathBuf, GuestError> {
    let mut hash = Fnv64::default();
    hash.write(content);
    let file = format!("{name}-{hash}.{extension}");
    let mut problem = String::from("there is no folder for it");
    for folder in folders(env) {
        match store(&folder, &file, content) {
            Ok(path) => return Ok(path),
            Err(error) => problem = format!("{}: {error}", folder.display()),
        }
    }
    let remedy = "set XDG_CACHE_HOME to a folder that can be written to";
    Err(GuestError::new(format!("cannot store what compilers need ({problem})"), remedy))
}

fn folders(env: Env) -> Vec<PathBuf> {
    let absolute = |name: &str| env(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    let temporary = user().map(|user| std::env::temp_dir().join(format!("deadheat-{user}")));
    cache.map(|cache| cache.join("deadheat")).into_iter().chain(temporary).collect()
}

/// The number of the user that this process belongs to.
fn user() -> Option<u32> {
    fs::metadata("/proc/self").ok().map(|process| process.uid())
}

fn store(folder: &Path, file: &str, content: &[u8]) -> io::Result<PathBuf> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    // Among the temporary folders anybody could have made it, and would then decide what is linked into the user's programs.
    let found = fs::metadata(folder)?;
    if Some(found.uid()) != user() || found.permissions().mode() & 0o022 != 0 {
        return Err(io::Error::other("others can write to this folder"));
    }
    let path = folder.join(file);
    if fs::read(&path).is_ok_and(|found| found == content) {
        return Ok(path);
    }
    let mut fresh = tempfile::Builder::new().prefix(".deadheat-").tempfile_in(folder)?;
    fresh.write_all(content)?;
    fresh.as_file().sync_all()?;
    fresh.persist(&path)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_written_again() {
        let home = tempfile::tempdir().unwrap();
        let env = |name: &str| (name == "HOME").then(|| home.path().as_os_str().to_owned());
        let path = stored("runtime", "a", b"content", &env).unwrap();
        assert_eq!(path.parent(), Some(home.path().join(".cache/deadheat").as_path()));
        let name = path.file_name().and_then(|name| name.to_str()).unwrap();
        assert!(name.starts_with("runtime-") && name.ends_with(".a") && name.len() == "runtime-.a".len() + 16);
        let number = fs::metadata(&path).unwrap().ino();
        assert_eq!(stored("runtime", "a", b"content", &env), Ok(path.clone()));
        assert_eq!(fs::metadata(&path).unwrap().ino(), number);
        fs::write(&path, "conte").unwrap();
        assert_eq!(stored("runtime", "a", b"content", &env), Ok(path.clone()));
        assert_eq!(fs::read(&path).unwrap(), b"content");
        assert_ne!(stored("runtime", "a", b"other", &env), Ok(path));
        assert_eq!(fs::read_dir(home.path().join(".cache/deadheat")).unwrap().count(), 2);
    }

    #[test]
    fn folders_of_others_are_not_used() {
        let home = tempfile::tempdir().unwrap();
        let open = home.path().join("deadheat");
        fs::create_dir(&open).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
        let env = |name: &str| (name == "XDG_CACHE_HOME").then(|| home.path().as_os_str().to_owned());
        let path = stored("runtime", "a", b"for tests", &env).unwrap();
        assert!(!path.starts_with(home.path()), "{}", path.display());
        fs::remove_file(path).unwrap();
    }
}
