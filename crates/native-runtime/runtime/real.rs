//! The functions of the C library that ours stand before.

use core::ffi::{c_char, c_int, c_void};
use core::sync::atomic::{AtomicUsize, Ordering};

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlvsym(handle: *mut c_void, name: *const c_char, version: *const c_char) -> *mut c_void;
    fn __errno_location() -> *mut c_int;
    pub fn __libc_malloc(size: usize) -> *mut c_void;
    pub fn __libc_free(block: *mut c_void);
    pub fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    pub fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    pub fn __libc_memalign(alignment: usize, size: usize) -> *mut c_void;
    pub fn fflush(stream: *mut c_void) -> c_int;
}

const NEXT: *mut c_void = usize::MAX as *mut c_void;

/// A function of the C library, looked up when it is first needed.
pub struct Real {
    /// With a zero behind it.
    name: &'static str,
    at: AtomicUsize,
}

impl Real {
    pub const fn new(name: &'static str) -> Self {
        Self { name, at: AtomicUsize::new(0) }
    }

    /// Its address.
    pub fn address(&self) -> usize {
        match self.at.load(Ordering::Relaxed) {
            0 => self.look_up(),
            at => at,
        }
    }

    /// Its address, if it was asked for before, else 0.
    pub fn known(&self) -> usize {
        self.at.load(Ordering::Relaxed)
    }

    /// Keeps an address for it.
    pub fn keep(&self, at: usize) {
        self.at.store(at, Ordering::Relaxed);
    }

    /// Its name, with a zero behind it.
    pub fn name(&self) -> &'static str {
        self.name
    }

    #[cold]
    fn look_up(&self) -> usize {
        let name = self.name.as_ptr().cast();
        // Condition variables have two versions, and the old one is another structure. Meanwhile nobody else may run: the loader has a lock, and a
        // thread that waits for it would wait for ever.
        // SAFETY: both texts end with a zero.
        let at = crate::control::inside(|| unsafe {
            let new = dlvsym(NEXT, name, c"GLIBC_2.3.2".as_ptr());
            if new.is_null() || !self.name.starts_with("pthread_cond_") { dlsym(NEXT, name) } else { new }
        }) as usize;
        if at == 0 {
            crate::crash::fault(self.name);
        }
        self.at.store(at, Ordering::Relaxed);
        at
    }
}

/// Calls the C library's function of this name.
macro_rules! real {
    ($name:ident ( $($argument:expr => $type:ty),* $(,)? ) -> $result:ty) => {{
        static REAL: $crate::real::Real = $crate::real::Real::new(concat!(stringify!($name), "\0"));
        // SAFETY: the C library's function has this type.
        #[allow(unused_unsafe, reason = "some callers are unsafe already")]
        unsafe {
            core::mem::transmute::<usize, unsafe extern "C" fn($($type),*) -> $result>(REAL.address())($($argument),*)
        }
    }};
}
pub(crate) use real;

/// Looks up any function; none if it is not there.
pub fn find(name: &core::ffi::CStr) -> Option<usize> {
    // SAFETY: the text ends with a zero.
    let at = unsafe { dlsym(core::ptr::null_mut(), name.as_ptr()) } as usize;
    (at != 0).then_some(at)
}

/// The function that ours stands before, if there is one. The name has a zero behind it.
pub fn find_next(name: &'static str) -> Option<usize> {
    // SAFETY: the text ends with a zero.
    let at = unsafe { dlsym(NEXT, name.as_ptr().cast()) } as usize;
    (at != 0).then_some(at)
}

/// Sets `errno`, and gives the result that goes with it.
pub fn fail(error: c_int) -> c_int {
    // SAFETY: the C library's own variable.
    unsafe { *__errno_location() = error };
    -1
}

pub const EPERM: c_int = 1;
pub const ESRCH: c_int = 3;
pub const EAGAIN: c_int = 11;
pub const ENOMEM: c_int = 12;
pub const EBUSY: c_int = 16;
pub const EINVAL: c_int = 22;
pub const EDEADLK: c_int = 35;
pub const EOVERFLOW: c_int = 75;
pub const ETIMEDOUT: c_int = 110;
