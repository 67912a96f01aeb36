//! `sun.nio.fs`: the system calls behind `java.nio.file.Files`.
//!
//! The Java methods that copy a path to native memory for a system call are replaced as a whole, so no such memory comes
//! into being. Capabilities that only some systems have (`openat`, extended attributes) are not claimed.

use super::io::internal;
use super::{Native, native, nothing};
use crate::host::errno::Errno;
use crate::host::inode::Stat;
use crate::vm::classes::known;
use crate::vm::memory::layout::Ref;
use crate::vm::{Trap, Vm, VmResult, raise};

const UNIX: &str = "sun/nio/fs/UnixNativeDispatcher";
const LINUX: &str = "sun/nio/fs/LinuxNativeDispatcher";
const WATCH: &str = "sun/nio/fs/LinuxWatchService";

/// futimes, futimens and lutimes. Later JDKs, which take these for granted, have given their bits to others.
const CAPABILITIES: u64 = 1 << 2 | 1 << 3 | 1 << 4;
/// The last JDK that asks for them.
const LAST_WITH_CAPABILITIES: u32 = 21;

/// From `fcntl.h`.
const AT_SYMLINK_NOFOLLOW: i32 = 0x100;

pub(super) static NATIVES: &[Native] = &[
    native(UNIX, "init", "", |vm, _| {
        Ok(if vm.shared.feature_version <= LAST_WITH_CAPABILITIES { CAPABILITIES } else { 0 })
    }),
    native(UNIX, "getcwd", "", |vm, _| {
        let cwd = vm.host.cwd().to_vec();
        Ok(u64::from(vm.new_byte_array(&cwd)?))
    }),
    native(UNIX, "dup", "", |vm, args| {
        let fd = vm.outside(|host, _| host.duplicate(args[0] as i32));
        Ok(u64::from(unix(vm, fd)? as u32))
    }),
    native(UNIX, "open", "", |vm, args| {
        let path = unix_path(vm, args[0])?;
        let fd = vm.outside(|host, now| host.open(&path, args[1] as u32, args[2] as u32, now));
        Ok(u64::from(unix(vm, fd)? as u32))
    }),
    native(UNIX, "close", "", |vm, args| {
        let _ = vm.outside(|host, _| host.close(args[0] as i32));
        Ok(0)
    }),
    native(UNIX, "link", "", |vm, args| {
        let (from, to) = (unix_path(vm, args[0])?, unix_path(vm, args[1])?);
        let done = vm.outside(|host, _| host.link(&from, &to));
        unix(vm, done).map(|()| 0)
    }),
    native(UNIX, "unlink", "", |vm, args| remove(vm, args, false)),
    native(UNIX, "rmdir", "", |vm, args| remove(vm, args, true)),
    native(UNIX, "mknod", "", |vm, _| unix(vm, Err(Errno::EPERM))),
    native(UNIX, "rename", "", |vm, args| {
        let (from, to) = (unix_path(vm, args[0])?, unix_path(vm, args[1])?);
        let done = vm.outside(|host, _| host.rename(&from, &to));
        unix(vm, done).map(|()| 0)
    }),
    native(UNIX, "mkdir", "", |vm, args| {
        let path = unix_path(vm, args[0])?;
        let done = vm.outside(|host, now| host.mkdir(&path, args[1] as u32, now));
        unix(vm, done).map(|()| 0)
    }),
    native(UNIX, "readlink", "", |vm, args| {
        let path = unix_path(vm, args[0])?;
        let target = vm.host.read_link(&path);
        let target = unix(vm, target)?;
        Ok(u64::from(vm.new_byte_array(&target)?))
    }),
    native(UNIX, "realpath", "", |vm, args| {
        let path = unix_path(vm, args[0])?;
        let real = vm.host.real_path(&path);
        let real = unix(vm, real)?;
        Ok(u64::from(vm.new_byte_array(&real)?))
    }),
    native(UNIX, "symlink", "", |vm, args| {
        let target = vm.array_bytes(args[0] as Ref).to_vec();
        let path = unix_path(vm, args[1])?;
        let done = vm.outside(|host, now| host.symlink(&target, &path, now));
        unix(vm, done).map(|()| 0)
    }),
    native(UNIX, "stat", "(Lsun/nio/fs/UnixPath;Lsun/nio/fs/UnixFileAttributes;)V", |vm, args| stat(vm, args, true)),
    native(UNIX, "stat", "(Lsun/nio/fs/UnixPath;)I", |vm, args| {
        let path = unix_path(vm, args[0])?;
        Ok(vm.host.stat(&path, true).map_or(0, |stat| u64::from(stat.mode)))
    }),
    native(UNIX, "stat2", "", |vm, args| {
        let path = unix_path(vm, args[0])?;
        match vm.host.stat(&path, true) {
            Ok(found) => fill(vm, args[1] as Ref, &found),
            Err(errno) => Ok(errno.0 as u64),
        }
    }),
    native(UNIX, "lstat", "", |vm, args| stat(vm, args, false)),
    native(UNIX, "fstat", "", |vm, args| {
        let stat = vm.host.stat_file(args[0] as i32);
        let stat = unix(vm, stat)?;
        fill(vm, args[1] as Ref, &stat)
    }),
    native(UNIX, "chown", "", |vm, args| chown(vm, args, true)),
    native(UNIX, "lchown", "", |vm, args| chown(vm, args, false)),
    native(UNIX, "fchown", "", |vm, args| {
        let (uid, gid) = (args[1] as i32, args[2] as i32);
        edit(vm, args[0], move |inode| {
            inode.uid = if uid == -1 { inode.uid } else { uid as u32 };
            inode.gid = if gid == -1 { inode.gid } else { gid as u32 };
        })
    }),
    native(UNIX, "chmod", "", |vm, args| {
        let path = unix_path(vm, args[0])?;
        let done = vm.outside(|host, _| host.set_mode(&path, args[1] as u32));
        unix(vm, done).map(|()| 0)
    }),
    native(UNIX, "fchmod", "", |vm, args| {
        let mode = args[1] as u32 & 0o7777;
        edit(vm, args[0], move |inode| inode.mode = mode)
    }),
    native(UNIX, "utimes", "", |vm, args| utimes(vm, args[0], (args[2] as i64).saturating_mul(1000), true)),
    native(UNIX, "lutimes", "", |vm, args| utimes(vm, args[0], (args[2] as i64).saturating_mul(1000), false)),
    native(UNIX, "utimensat", "", |vm, args| {
        utimes(vm, args[1], args[3] as i64, args[4] as i32 & AT_SYMLINK_NOFOLLOW == 0)
    }),
    native(UNIX, "futimes", "", |vm, args| date(vm, args[0], (args[2] as i64).saturating_mul(1000))),
    native(UNIX, "futimens", "", |vm, args| date(vm, args[0], args[2] as i64)),
    native(UNIX, "opendir", "", |vm, args| {
        let path = unix_path(vm, args[0])?;
        let id = vm.outside(|host, _| host.open_dir(&path));
        Ok(u64::from(unix(vm, id)?))
    }),
    native(UNIX, "closedir", "", |vm, args| {
        let _ = vm.outside(|host, _| {
            host.close_dir(args[0] as u32);
            Ok(())
        });
        Ok(0)
    }),
    native(UNIX, "readdir", "", |vm, args| {
        let name = vm.outside(|host, _| host.read_dir(args[0] as u32));
        match unix(vm, name)? {
            Some(name) => Ok(u64::from(vm.new_byte_array(&name)?)),
            None => Ok(0),
        }
    }),
    native(UNIX, "rewind", "", |vm, args| {
        vm.host.rewind_dir(args[0] as u32);
        Ok(0)
    }),
    native(UNIX, "getlinelen", "", |_, _| Ok(u64::from(u32::MAX))),
    native(UNIX, "read", "(IJI)I", |vm, args| {
        let mut bytes = vec![0; (args[2] as u32 as usize).min(1 << 20)];
        let n = vm.outside(|host, _| host.read(args[0] as i32, &mut bytes));
        let n = unix(vm, n)?;
        vm.set_memory(args[1], &bytes[..n])?;
        Ok(n as u64)
    }),
    native(UNIX, "write", "(IJI)I", |vm, args| {
        let bytes = vm.memory(args[1], args[2] as u32 as usize)?;
        let done = vm.outside(|host, now| host.write(args[0] as i32, &bytes, now));
        unix(vm, done)?;
        Ok(bytes.len() as u64)
    }),
    native(UNIX, "access", "(Lsun/nio/fs/UnixPath;I)V", |vm, args| {
        let path = unix_path(vm, args[0])?;
        let allowed = vm.host.access(&path, args[1] as u32);
        unix(vm, allowed).map(|()| 0)
    }),
    native(UNIX, "access", "(Lsun/nio/fs/UnixPath;I)I", |vm, args| {
        let path = unix_path(vm, args[0])?;
        Ok(vm.host.access(&path, args[1] as u32).map_or_else(|errno| errno.0 as u64, |()| 0))
    }),
    native(UNIX, "exists", "", |vm, args| {
        let path = unix_path(vm, args[0])?;
        Ok(u64::from(vm.host.stat(&path, true).is_ok()))
    }),
    native(UNIX, "getpwuid", "", |vm, args| name_of(vm, "/etc/passwd", args[0] as u32)),
    native(UNIX, "getgrgid", "", |vm, args| name_of(vm, "/etc/group", args[0] as u32)),
    native(UNIX, "getpwnam", "", |vm, args| id_of(vm, "/etc/passwd", args[0] as Ref)),
    native(UNIX, "getgrnam", "", |vm, args| id_of(vm, "/etc/group", args[0] as Ref)),
    native(UNIX, "statvfs", "", |vm, args| {
        let path = unix_path(vm, args[0])?;
        let found = vm.host.stat(&path, true);
        unix(vm, found)?;
        for (name, value) in [("f_frsize", 4096), ("f_blocks", 1 << 28), ("f_bfree", 1 << 27), ("f_bavail", 1 << 27)] {
            set_long(vm, args[1] as Ref, name, value)?;
        }
        Ok(0)
    }),
    native(UNIX, "strerror", "", |vm, args| Ok(u64::from(vm.new_byte_array(Errno(args[0] as i32).text().as_bytes())?))),
    native(LINUX, "init", "", nothing),
    native(UNIX, "flistxattr", "", no_attributes),
    native(UNIX, "fgetxattr", "", no_attributes),
    native(UNIX, "fsetxattr", "", no_attributes),
    native(UNIX, "fremovexattr", "", no_attributes),
    // The list of mounts has one entry.
    native(LINUX, "setmntent", "", |vm, _| {
        let id = vm.outside(|host, _| Ok(host.add_listing(vec![b"/".to_vec()])));
        Ok(u64::from(unix(vm, id)?))
    }),
    native(LINUX, "getmntent", "", |vm, args| {
        let name = vm.outside(|host, _| host.read_dir(args[0] as u32));
        if unix(vm, name)?.is_none() {
            return Ok(u64::from(u32::MAX));
        }
        let entry = args[1] as Ref;
        for (field, text) in [("name", "overlay"), ("dir", "/"), ("fstype", "overlay"), ("opts", "rw")] {
            let place = known::instance_field(vm.class_of(entry), field)?.place;
            let bytes = vm.new_byte_array(text.as_bytes())?;
            vm.set_ref_field(entry, place, bytes);
        }
        Ok(0)
    }),
    native(LINUX, "endmntent", "", |vm, args| {
        let _ = vm.outside(|host, _| {
            host.close_dir(args[0] as u32);
            Ok(())
        });
        Ok(0)
    }),
    native(WATCH, "eventSize", "", |_, _| Ok(16)),
    native(WATCH, "inotifyInit", "", |vm, _| unix(vm, Err(Errno(38)))),
    native("sun/nio/fs/UnixCopyFile", "transfer", "", transfer),
    native("sun/nio/fs/UnixFileSystem", "bufferedCopy0", "", transfer),
    native(LINUX, "directCopy0", "", transfer),
    native(LINUX, "posix_fadvise", "", nothing),
];

/// Turns an error number into the `UnixException` that the callers catch.
fn unix<T>(vm: &mut Vm, answer: Result<T, Errno>) -> VmResult<T> {
    match answer {
        Ok(value) => Ok(value),
        Err(errno) => {
            let class = vm.load_boot("sun/nio/fs/UnixException")?;
            let exception = vm.make_exception(class, "")?;
            let field = known::instance_field(class, "errno")?;
            vm.set(exception + field.place, errno.0 as u64);
            Err(Trap::Throw(exception))
        }
    }
}

/// Files have no extended attributes.
fn no_attributes(vm: &mut Vm, _: &[u64]) -> VmResult<u64> {
    unix(vm, Err(Errno::EOPNOTSUPP))
}

/// The bytes of a `UnixPath`; the empty path is the working directory.
fn unix_path(vm: &Vm, path: u64) -> VmResult<Vec<u8>> {
    let path = path as Ref;
    if path == 0 {
        return raise("java/lang/NullPointerException", "");
    }
    let field = known::instance_field(vm.class_of(path), "path")?;
    let bytes = vm.ref_field(path, field.place);
    if bytes == 0 {
        return internal("a UnixPath without bytes");
    }
    let bytes = vm.array_bytes(bytes);
    Ok(if bytes.is_empty() { b".".to_vec() } else { bytes.to_vec() })
}

fn set_long(vm: &mut Vm, object: Ref, name: &str, value: u64) -> VmResult<()> {
    if let Ok(field) = known::instance_field(vm.class_of(object), name) {
        vm.set(object + field.place, value);
    }
    Ok(())
}

fn fill(vm: &mut Vm, attributes: Ref, stat: &Stat) -> VmResult<u64> {
    const SECOND: i64 = 1_000_000_000;
    if attributes == 0 {
        return raise("java/lang/NullPointerException", "");
    }
    for (name, value) in [
        ("st_mode", u64::from(stat.mode)),
        ("st_ino", stat.inode),
        ("st_dev", stat.device),
        ("st_rdev", stat.rdev),
        ("st_nlink", stat.links),
        ("st_uid", u64::from(stat.uid)),
        ("st_gid", u64::from(stat.gid)),
        ("st_size", stat.size),
    ] {
        set_long(vm, attributes, name, value)?;
    }
    for (name, nanos) in
        [("atime", stat.modified), ("mtime", stat.modified), ("ctime", stat.changed), ("birthtime", stat.modified)]
    {
        set_long(vm, attributes, &format!("st_{name}_sec"), nanos.div_euclid(SECOND) as u64)?;
        set_long(vm, attributes, &format!("st_{name}_nsec"), nanos.rem_euclid(SECOND) as u64)?;
    }
    Ok(0)
}

fn stat(vm: &mut Vm, args: &[u64], follow: bool) -> VmResult<u64> {
    let path = unix_path(vm, args[0])?;
    let stat = vm.host.stat(&path, follow);
    let stat = unix(vm, stat)?;
    fill(vm, args[1] as Ref, &stat)
}

fn remove(vm: &mut Vm, args: &[u64], directory: bool) -> VmResult<u64> {
    let path = unix_path(vm, args[0])?;
    let done = vm.outside(|host, _| host.remove(&path, directory));
    unix(vm, done).map(|()| 0)
}

fn chown(vm: &mut Vm, args: &[u64], follow: bool) -> VmResult<u64> {
    let path = unix_path(vm, args[0])?;
    let done = vm.outside(|host, _| host.set_owner(&path, follow, args[1] as i32, args[2] as i32));
    unix(vm, done).map(|()| 0)
}

fn edit(vm: &mut Vm, fd: u64, change: impl FnOnce(&mut crate::host::inode::Inode)) -> VmResult<u64> {
    let done = vm.outside(|host, _| host.set_file_attributes(fd as i32, change));
    unix(vm, done).map(|()| 0)
}

fn date(vm: &mut Vm, fd: u64, nanos: i64) -> VmResult<u64> {
    edit(vm, fd, move |inode| {
        inode.modified = nanos;
        inode.dated = true;
    })
}

fn utimes(vm: &mut Vm, path: u64, nanos: i64, follow: bool) -> VmResult<u64> {
    let path = unix_path(vm, path)?;
    let done = vm.outside(|host, _| host.set_modified(&path, follow, nanos));
    unix(vm, done).map(|()| 0)
}

/// Copies all of one descriptor to another.
fn transfer(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let (to, from) = (args[0] as i32, args[1] as i32);
    let done = vm.outside(|host, now| {
        let mut bytes = vec![0; 1 << 16];
        loop {
            match host.read(from, &mut bytes)? {
                0 => return Ok(()),
                n => host.write(to, &bytes[..n], now)?,
            }
        }
    });
    unix(vm, done).map(|()| 0)
}

/// Entries of a table like `/etc/passwd`: name and id.
fn table(path: &str) -> Vec<(String, u32)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let entry = |line: &str| {
        let mut parts = line.split(':');
        Some((parts.next()?.to_string(), parts.nth(1)?.parse().ok()?))
    };
    text.lines().filter_map(entry).collect()
}

fn name_of(vm: &mut Vm, path: &str, id: u32) -> VmResult<u64> {
    match table(path).into_iter().find(|(_, known)| *known == id) {
        Some((name, _)) => Ok(u64::from(vm.new_byte_array(name.as_bytes())?)),
        None => unix(vm, Err(Errno::ENOENT)),
    }
}

fn id_of(vm: &mut Vm, path: &str, name: Ref) -> VmResult<u64> {
    let name = vm.string(name);
    let found = table(path).into_iter().find(|(known, _)| *known == name);
    Ok(u64::from(found.map_or(u32::MAX, |(_, id)| id)))
}
