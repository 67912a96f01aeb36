//! The files of a guest as one object, which is sent once to each worker.
//!
//! A parcel is a line of JSON, a list of paths, lengths and whether a file is a program, and then the files' contents one after the other. Paths begin at the root of the file system; where
//! a parcel is unpacked, they begin at a folder that takes the root's place. So what names the guest's files names the copies, and nothing outside of them.

use std::fs;
use std::io::{self, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};

use deadheat_machine::surroundings;
use deadheat_swarm::Digest;

use crate::terminal::failure::Failure;

/// The files of a guest, packed.
///
/// # Errors
/// If one cannot be read.
pub fn pack(files: &[PathBuf]) -> Result<Vec<u8>, Failure> {
    let mut list = Vec::new();
    for file in files {
        let file = normal(&surroundings::here().join(file));
        // A class path may name what is not there.
        if file.exists() {
            collect(&file, &mut list).map_err(|error| unreadable(&file, &error))?;
        }
    }
    list.sort();
    list.dedup();
    let (mut names, mut contents) = (Vec::new(), Vec::new());
    for file in list {
        let before = contents.len();
        let mode = fs::File::open(&file)
            .and_then(|mut open| {
                open.read_to_end(&mut contents)?;
                Ok(open.metadata()?.permissions().mode())
            })
            .map_err(|error| unreadable(&file, &error))?;
        names.push((file.display().to_string(), contents.len() - before, mode & 0o111 != 0));
    }
    let mut parcel = serde_json::to_vec(&names).map_err(|error| Failure::Internal(error.to_string()))?;
    parcel.push(b'\n');
    parcel.append(&mut contents);
    Ok(parcel)
}

fn unreadable(file: &Path, error: &io::Error) -> Failure {
    Failure::usage(
        format!("cannot send {} to workers: {error}", file.display()),
        "check its rights, or leave it out of the class path",
    )
}

/// All files in a folder, or the file itself. What a dot hides, such as the folder of a version control, is no part of a program.
fn collect(path: &Path, list: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        list.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            collect(&entry.path(), list)?;
        }
    }
    Ok(())
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut sum, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(sum.pop()),
            other => sum.push(other),
        }
        sum
    })
}

/// Unpacks a parcel into the folder of this name in the cache, unless it is there, and gives the folder that takes the root's place.
///
/// # Errors
/// If it cannot be written, or is no parcel.
pub fn unpack(
    cache: &Path,
    name: &Digest,
    fetch: impl FnOnce() -> Result<Vec<u8>, Failure>,
) -> Result<PathBuf, Failure> {
    let folder = cache.join(name.to_string());
    if folder.is_dir() {
        return Ok(folder);
    }
    let failed = |error: io::Error| {
        let problem = format!("cannot write the files of a program to {}: {error}", cache.display());
        Failure::usage(problem, "name another folder with --cache DIR")
    };
    let parcel = fetch()?;
    fs::create_dir_all(cache).map_err(failed)?;
    let unfinished = tempfile::Builder::new().prefix(".unfinished-").tempdir_in(cache).map_err(failed)?;
    let broken = || Failure::usage("the files of a program make no sense", "start its check again");
    let cut = parcel.iter().position(|byte| *byte == b'\n').ok_or_else(broken)?;
    let names: Vec<(PathBuf, usize, bool)> = serde_json::from_slice(&parcel[..cut]).map_err(|_| broken())?;
    let mut rest = &parcel[cut + 1..];
    for (path, length, is_program) in names {
        let is_plain = path.components().skip(1).all(|part| matches!(part, Component::Normal(_)));
        if !path.has_root() || !is_plain || length > rest.len() {
            return Err(broken());
        }
        let (content, after) = rest.split_at(length);
        rest = after;
        let file = surroundings::below(unfinished.path(), &path);
        fs::create_dir_all(file.parent().unwrap_or(unfinished.path())).map_err(failed)?;
        fs::write(&file, content).map_err(failed)?;
        if is_program {
            fs::set_permissions(&file, fs::Permissions::from_mode(0o700)).map_err(failed)?;
        }
    }
    // Another worker may have been faster: its copy is the same.
    let unfinished = unfinished.keep();
    if let Err(error) = fs::rename(&unfinished, &folder) {
        let _ = fs::remove_dir_all(&unfinished);
        if !folder.is_dir() {
            return Err(failed(error));
        }
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_below_another_root() {
        let here = tempfile::tempdir().unwrap();
        let file = |name: &str| here.path().join(name);
        fs::create_dir_all(file("a/b")).unwrap();
        fs::create_dir_all(file("a/.git")).unwrap();
        for (name, text) in [("a/b/C.class", "one"), ("a/empty", ""), ("a/.git/x", "no"), ("d.jar", "two\n")] {
            fs::write(file(name), text).unwrap();
        }
        fs::set_permissions(file("a/empty"), fs::Permissions::from_mode(0o755)).unwrap();
        let parcel = pack(&[file("a"), file("a/b/../../d.jar"), file("not-there")]).unwrap();
        assert_eq!(parcel, pack(&[file("d.jar"), file("a")]).unwrap(), "the same files are the same object");
        let cache = tempfile::tempdir().unwrap();
        let name = Digest([7; 32]);
        let root = unpack(cache.path(), &name, || Ok(parcel)).unwrap();
        let copy = |name: &str| fs::read_to_string(surroundings::below(&root, &file(name))).ok();
        assert_eq!((copy("a/b/C.class").as_deref(), copy("d.jar").as_deref()), (Some("one"), Some("two\n")));
        assert_eq!((copy("a/empty").as_deref(), copy("a/.git/x")), (Some(""), None));
        let is_program = |name: &str| {
            fs::metadata(surroundings::below(&root, &file(name))).unwrap().permissions().mode() & 0o111 != 0
        };
        assert!(is_program("a/empty") && !is_program("d.jar"));
        let again = unpack(cache.path(), &name, || panic!("it is there")).unwrap();
        assert_eq!(again, root);
    }

    #[test]
    fn a_parcel_writes_nowhere_else() {
        let cache = tempfile::tempdir().unwrap();
        for (number, list) in
            [r#"[["/../x",1,false]]"#, r#"[["x",1,true]]"#, r#"[["/x",2,false]]"#, "{}", ""].into_iter().enumerate()
        {
            let parcel = format!("{list}\n1").into_bytes();
            let failure = unpack(cache.path(), &Digest([number as u8; 32]), || Ok(parcel)).unwrap_err();
            assert_eq!(failure.exit_code(), 2);
        }
        assert_eq!(fs::read_dir(cache.path()).unwrap().count(), 0, "nothing is left behind");
    }
}
