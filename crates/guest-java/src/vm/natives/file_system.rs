//! `java.io.UnixFileSystem`: what `java.io.File` asks.

use super::{Native, native};
use crate::host::errno::Errno;
use crate::host::flag;
use crate::host::inode::Stat;
use crate::vm::classes::known;
use crate::vm::memory::layout::Ref;
use crate::vm::{Vm, VmResult, raise};

const FILE_SYSTEM: &str = "java/io/UnixFileSystem";

/// What `getBooleanAttributes0` answers with.
const EXISTS: u64 = 1;
const REGULAR: u64 = 2;
const DIRECTORY: u64 = 4;

/// A disk that always looks the same: size, and what is free.
const DISK: [u64; 3] = [1 << 40, 1 << 39, 1 << 39];

pub(super) static NATIVES: &[Native] = &[
    native(FILE_SYSTEM, "canonicalize0", "", canonicalize),
    native(FILE_SYSTEM, "getBooleanAttributes0", "", |vm, args| {
        Ok(stat(vm, args)?.map_or(0, |stat| {
            EXISTS | if stat.is_file() { REGULAR } else { 0 } | if stat.is_dir() { DIRECTORY } else { 0 }
        }))
    }),
    native(FILE_SYSTEM, "checkAccess", "", |vm, args| {
        let path = file_path(vm, args[1] as Ref)?;
        Ok(u64::from(vm.host.access(&path, args[2] as u32).is_ok()))
    }),
    native(FILE_SYSTEM, "getLastModifiedTime", "", |vm, args| {
        Ok(stat(vm, args)?.map_or(0, |stat| stat.modified.div_euclid(1_000_000)) as u64)
    }),
    native(FILE_SYSTEM, "getLength", "", |vm, args| Ok(stat(vm, args)?.map_or(0, |stat| stat.size))),
    native(FILE_SYSTEM, "setPermission", "", set_permission),
    native(FILE_SYSTEM, "createFileExclusively", "", create),
    native(FILE_SYSTEM, "delete0", "", |vm, args| {
        let path = file_path(vm, args[1] as Ref)?;
        let removed = vm.outside(|host, _| {
            let directory = host.stat(&path, false)?.is_dir();
            host.remove(&path, directory)
        });
        Ok(u64::from(removed.is_ok()))
    }),
    native(FILE_SYSTEM, "list", "", list),
    native(FILE_SYSTEM, "createDirectory", "", |vm, args| {
        let path = file_path(vm, args[1] as Ref)?;
        Ok(u64::from(vm.outside(|host, now| host.mkdir(&path, 0o777, now)).is_ok()))
    }),
    native(FILE_SYSTEM, "rename0", "", |vm, args| {
        let (from, to) = (file_path(vm, args[1] as Ref)?, file_path(vm, args[2] as Ref)?);
        Ok(u64::from(vm.outside(|host, _| host.rename(&from, &to)).is_ok()))
    }),
    native(FILE_SYSTEM, "setLastModifiedTime", "", |vm, args| {
        let path = file_path(vm, args[1] as Ref)?;
        let nanos = (args[2] as i64).saturating_mul(1_000_000);
        Ok(u64::from(vm.outside(|host, _| host.set_modified(&path, true, nanos)).is_ok()))
    }),
    native(FILE_SYSTEM, "setReadOnly", "", |vm, args| {
        let path = file_path(vm, args[1] as Ref)?;
        change_mode(vm, &path, |mode| mode & !0o222)
    }),
    native(FILE_SYSTEM, "getSpace", "", |vm, args| {
        let known = stat(vm, args)?.is_some();
        Ok(if known { DISK.get(args[2] as usize).copied().unwrap_or(0) } else { 0 })
    }),
    native(FILE_SYSTEM, "getNameMax0", "", |_, _| Ok(255)),
];

/// The path in a `java.io.File`.
fn file_path(vm: &Vm, file: Ref) -> VmResult<Vec<u8>> {
    if file == 0 {
        return raise("java/lang/NullPointerException", "");
    }
    let mut class = vm.class_of(file);
    while &*class.name != "java/io/File" {
        match class.super_class {
            Some(above) => class = above,
            None => return super::io::internal("not a java.io.File"),
        }
    }
    let field = known::instance_field(class, "path")?;
    vm.path(vm.ref_field(file, field.place))
}

fn stat(vm: &Vm, args: &[u64]) -> VmResult<Option<Stat>> {
    let path = file_path(vm, args[1] as Ref)?;
    Ok(vm.host.stat(&path, true).ok())
}

/// Like `realpath`, but what does not exist is only cleaned of dots.
fn canonicalize(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let path = vm.path(args[1] as Ref)?;
    let mut real = vm.host.absolute(&path);
    let mut rest: Vec<Vec<u8>> = Vec::new();
    // The longest part that exists is resolved, the rest is appended.
    loop {
        match vm.host.real_path(&real) {
            Ok(found) => {
                real = found;
                break;
            }
            Err(Errno::ELOOP) => return raise("java/io/IOException", Errno::ELOOP.text()),
            Err(Errno::ENAMETOOLONG) => return raise("java/io/IOException", Errno::ENAMETOOLONG.text()),
            Err(_) => match real.iter().rposition(|b| *b == b'/') {
                Some(at) => {
                    rest.push(real[at + 1..].to_vec());
                    real.truncate(at);
                    if at == 0 {
                        real = b"/".to_vec();
                    }
                }
                None => break,
            },
        }
    }
    for name in rest.iter().rev() {
        match &**name {
            b"" | b"." => {}
            b".." => {
                let at = real.iter().rposition(|b| *b == b'/').unwrap_or(0);
                real.truncate(at.max(1));
            }
            name => {
                if !real.ends_with(b"/") {
                    real.push(b'/');
                }
                real.extend_from_slice(name);
            }
        }
    }
    Ok(u64::from(vm.new_string(&String::from_utf8_lossy(&real))?))
}

fn create(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let path = vm.path(args[1] as Ref)?;
    let opened = vm.outside(|host, now| {
        let fd = host.open(&path, flag::READ_WRITE | flag::CREATE | flag::EXCLUSIVE, 0o666, now)?;
        host.close(fd)
    });
    match opened {
        Ok(()) => Ok(1),
        Err(Errno::EEXIST) => Ok(0),
        Err(errno) => raise("java/io/IOException", errno.text()),
    }
}

fn list(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let path = file_path(vm, args[1] as Ref)?;
    let Ok(names) = vm.host.list(&path) else { return Ok(0) };
    let class = vm.array_of(vm.known.string())?;
    let array = vm.new_array(class, names.len() as i32)?;
    for (i, name) in (0u32..).zip(names) {
        let string = vm.new_string(&String::from_utf8_lossy(&name))?;
        vm.set_array_ref(array, i, string);
    }
    Ok(u64::from(array))
}

fn change_mode(vm: &mut Vm, path: &[u8], change: impl FnOnce(u32) -> u32) -> VmResult<u64> {
    let changed = vm.outside(|host, _| {
        let mode = host.stat(path, true)?.mode;
        host.set_mode(path, change(mode))
    });
    Ok(u64::from(changed.is_ok()))
}

fn set_permission(vm: &mut Vm, args: &[u64]) -> VmResult<u64> {
    let path = file_path(vm, args[1] as Ref)?;
    let (access, enable, owner_only) = (args[2] as u32 & 7, args[3] != 0, args[4] != 0);
    let bits = if owner_only { access << 6 } else { access << 6 | access << 3 | access };
    change_mode(vm, &path, |mode| if enable { mode | bits } else { mode & !bits })
}
