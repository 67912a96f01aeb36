//! Files that commands read and write, with messages that say what to do when one cannot be used.
//!
//! What is written takes the place of an older file only when it is whole and on the disk: until then the older one stays as it is,
//! whatever happens. What is read is bounded: a device that never ends is no file.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write};
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

use deadheat_event::Schedule;

use crate::terminal::failure::Failure;

/// No schedule or list of suppressions is longer.
pub const LONG: u64 = 1 << 28;
/// No result is longer.
pub const LONGEST: u64 = 1 << 31;
/// What is no file on a disk is not read any further.
const DEVICE: u64 = 1 << 24;

/// A folder for results, which no other check writes to meanwhile.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The folder itself, locked until this is dropped.
    _lock: File,
}

impl Folder {
    /// Makes the folder, before there are any results: a long search should not end in a message that they could not be saved.
    ///
    /// # Errors
    /// If it cannot be made, or another process writes to it.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(path).map_err(|error| cannot_write(path, &error))?;
        let folder = File::open(path).map_err(|error| cannot_write(path, &error))?;
        match folder.try_lock() {
            // A file system without locks is no reason to lose results.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                let problem = format!("another deadheat writes its results into {}", path.display());
                return Err(Failure::usage(problem, "wait for its end, or name another folder with --output"));
            }
        }
        // A folder that cannot be written to should be known now, too.
        drop(NewFile::create(&path.join("result.json"))?);
        Ok(Self { path: path.to_owned(), _lock: folder })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file in it.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

/// A file that is being written, beside the place that it will have. Unless it is [finished](Self::finish), nothing is left of it.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    /// Where it is until it is finished; none where the place is a device or a pipe, which is written to as it is.
    beside: Option<tempfile::TempPath>,
    file: File,
}

impl NewFile {
    /// Makes a file.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        Self::try_create(path).map_err(|error| cannot_write(path, &error))
    }

    fn try_create(given: &Path) -> io::Result<Self> {
        // Where a link points to is written, not the link.
        let path = fs::canonicalize(given).unwrap_or_else(|_| given.to_owned());
        let is_special = |metadata: fs::Metadata| !metadata.is_file();
        if fs::metadata(&path).is_ok_and(is_special) {
            return Ok(Self { file: File::options().write(true).open(&path)?, beside: None, path });
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{name}.");
        let mut beside = tempfile::Builder::new();
        beside.prefix(&prefix).suffix(".new");
        let permissions = fs::metadata(&path).map(|metadata| metadata.permissions());
        // As any other new file, and not only for its owner.
        let beside = beside.make_in(folder, |path| File::options().write(true).create_new(true).open(path))?;
        let (file, beside) = beside.into_parts();
        if let Ok(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        Ok(Self { path, beside: Some(beside), file })
    }

    /// Puts the file in its place, when all of it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        let Self { path, beside, file } = self;
        let Some(beside) = beside else { return Ok(()) };
        let done = file.sync_all().and_then(|()| beside.persist(&path).map_err(|error| error.error));
        done.map_err(|error| cannot_write(&path, &error))
    }

    /// Writes all that there is to write, and finishes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn fill(mut self, text: &str) -> Result<(), Failure> {
        self.file.write_all(text.as_bytes()).map_err(|error| cannot_write(&self.path, &error))?;
        self.finish()
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file.
///
/// # Errors
/// If it cannot be written.
pub fn write(file: &Path, text: &str) -> Result<(), Failure> {
    NewFile::create(file)?.fill(text)
}

/// Reads a file that is not longer than that.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let kind = file.metadata()?.file_type();
    let most = if kind.is_char_device() || kind.is_block_device() { DEVICE } else { most };
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {} MB", most >> 20)));
    }
    Ok(bytes)
}

/// Reads a schedule, or a witness, which is one with more facts.
///
/// # Errors
/// If there is none.
pub fn read_schedule(path: &Path) -> Result<Schedule, Failure> {
    let shown = path.display().to_string();
    let bytes = read(path, LONG).map_err(|error| {
        Failure::usage(format!("cannot read the schedule {shown}: {error}"), "make one with --record FILE")
    })?;
    Schedule::parse(&shown, &String::from_utf8_lossy(&bytes)).map_err(|error| Failure::usage(error.to_string(), ""))
}

/// The failure for a file that cannot be written.
#[must_use]
pub fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()), "check the folder, its rights and its space")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finished_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, "old").unwrap();
        let mut new = NewFile::create(&path).unwrap();
        new.write_all(b"ne").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(new);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        NewFile::create(&path).unwrap().fill("new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn a_full_disk_is_an_error() {
        let text = write(Path::new("/dev/full"), "x").unwrap_err().to_string();
        assert!(text.contains("No space left"), "{text}");
        write(Path::new("/dev/null"), "x").unwrap();
    }

    #[test]
    fn what_never_ends_is_not_read() {
        assert_eq!(read(Path::new("/dev/zero"), LONG).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(read(Path::new("/dev/null"), LONG).unwrap(), b"");
    }

    #[test]
    fn a_folder_has_one_writer() {
        let folder = tempfile::tempdir().unwrap();
        let first = Folder::open(folder.path()).unwrap();
        let text = Folder::open(folder.path()).unwrap_err().to_string();
        assert!(text.contains("another deadheat"), "{text}");
        drop(first);
        Folder::open(folder.path()).unwrap();
    }
}
