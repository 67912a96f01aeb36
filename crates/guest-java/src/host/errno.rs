//! Error numbers of Linux, and their texts.

/// Why a file operation failed: an `errno` of Linux.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errno(pub i32);

#[allow(missing_docs)]
impl Errno {
    pub const EPERM: Errno = Errno(1);
    pub const ENOENT: Errno = Errno(2);
    pub const EIO: Errno = Errno(5);
    pub const ENXIO: Errno = Errno(6);
    pub const EBADF: Errno = Errno(9);
    pub const EAGAIN: Errno = Errno(11);
    pub const EACCES: Errno = Errno(13);
    pub const EEXIST: Errno = Errno(17);
    pub const EXDEV: Errno = Errno(18);
    pub const ENOTDIR: Errno = Errno(20);
    pub const EISDIR: Errno = Errno(21);
    pub const EINVAL: Errno = Errno(22);
    pub const EMFILE: Errno = Errno(24);
    pub const ENOSPC: Errno = Errno(28);
    pub const ESPIPE: Errno = Errno(29);
    pub const EPIPE: Errno = Errno(32);
    pub const ENAMETOOLONG: Errno = Errno(36);
    pub const ENOTEMPTY: Errno = Errno(39);
    pub const ELOOP: Errno = Errno(40);
    pub const EDESTADDRREQ: Errno = Errno(89);
    pub const EMSGSIZE: Errno = Errno(90);
    pub const EOPNOTSUPP: Errno = Errno(95);
    pub const EADDRINUSE: Errno = Errno(98);
    pub const EADDRNOTAVAIL: Errno = Errno(99);
    pub const ECONNRESET: Errno = Errno(104);
    pub const EISCONN: Errno = Errno(106);
    pub const ENOTCONN: Errno = Errno(107);
    pub const ETIMEDOUT: Errno = Errno(110);
    pub const ECONNREFUSED: Errno = Errno(111);
    pub const EALREADY: Errno = Errno(114);

    /// What `strerror` says.
    pub fn text(self) -> &'static str {
        match self.0 {
            0 => "Success",
            1 => "Operation not permitted",
            2 => "No such file or directory",
            4 => "Interrupted system call",
            5 => "Input/output error",
            6 => "No such device or address",
            9 => "Bad file descriptor",
            11 => "Resource temporarily unavailable",
            12 => "Cannot allocate memory",
            13 => "Permission denied",
            16 => "Device or resource busy",
            17 => "File exists",
            18 => "Invalid cross-device link",
            19 => "No such device",
            20 => "Not a directory",
            21 => "Is a directory",
            22 => "Invalid argument",
            23 => "Too many open files in system",
            24 => "Too many open files",
            26 => "Text file busy",
            27 => "File too large",
            28 => "No space left on device",
            29 => "Illegal seek",
            30 => "Read-only file system",
            31 => "Too many links",
            32 => "Broken pipe",
            34 => "Numerical result out of range",
            36 => "File name too long",
            38 => "Function not implemented",
            39 => "Directory not empty",
            40 => "Too many levels of symbolic links",
            61 => "No data available",
            89 => "Destination address required",
            90 => "Message too long",
            95 => "Operation not supported",
            98 => "Address already in use",
            99 => "Cannot assign requested address",
            104 => "Connection reset by peer",
            106 => "Transport endpoint is already connected",
            107 => "Transport endpoint is not connected",
            110 => "Connection timed out",
            111 => "Connection refused",
            114 => "Operation already in progress",
            _ => "Unknown error",
        }
    }
}

impl From<std::io::Error> for Errno {
    fn from(error: std::io::Error) -> Errno {
        error.raw_os_error().map_or(Errno::EIO, Errno)
    }
}
