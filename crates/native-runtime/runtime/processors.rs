//! How many processors there are: always two, so that a program starts as many threads on one machine as on another.

use core::ffi::{c_int, c_long};

use crate::control;
use crate::real::real;

const TWO: c_int = 2;

#[unsafe(no_mangle)]
extern "C" fn sysconf(name: c_int) -> c_long {
    const CONFIGURED: c_int = 83;
    const ONLINE: c_int = 84;
    if control::is_on() && matches!(name, CONFIGURED | ONLINE) {
        return TWO.into();
    }
    real!(sysconf(name => c_int) -> c_long)
}

#[unsafe(no_mangle)]
extern "C" fn get_nprocs() -> c_int {
    if control::is_on() { TWO } else { real!(get_nprocs() -> c_int) }
}

#[unsafe(no_mangle)]
extern "C" fn get_nprocs_conf() -> c_int {
    if control::is_on() { TWO } else { real!(get_nprocs_conf() -> c_int) }
}

/// Writes the set of the two processors: `false` if there is no room.
pub fn write_set(size: usize, set: *mut u8) -> bool {
    if size < 8 || set.is_null() {
        return false;
    }
    // SAFETY: the guest's own variable has this size.
    unsafe {
        crate::memory::fill(set as usize, 0, size);
        *set = 3;
    }
    true
}

#[unsafe(no_mangle)]
extern "C" fn sched_getaffinity(process: c_int, size: usize, set: *mut u8) -> c_int {
    if !control::is_on() {
        return real!(sched_getaffinity(process => c_int, size => usize, set => *mut u8) -> c_int);
    }
    if write_set(size, set) { 0 } else { crate::real::fail(crate::real::EINVAL) }
}

#[unsafe(no_mangle)]
extern "C" fn pthread_getaffinity_np(handle: usize, size: usize, set: *mut u8) -> c_int {
    if !control::is_on() {
        return real!(pthread_getaffinity_np(handle => usize, size => usize, set => *mut u8) -> c_int);
    }
    if write_set(size, set) { 0 } else { crate::real::EINVAL }
}

/// Where a thread may run decides nothing here.
#[unsafe(no_mangle)]
extern "C" fn sched_setaffinity(process: c_int, size: usize, set: *const u8) -> c_int {
    if control::is_on() {
        return 0;
    }
    real!(sched_setaffinity(process => c_int, size => usize, set => *const u8) -> c_int)
}

#[unsafe(no_mangle)]
extern "C" fn pthread_setaffinity_np(handle: usize, size: usize, set: *const u8) -> c_int {
    if control::is_on() {
        return 0;
    }
    real!(pthread_setaffinity_np(handle => usize, size => usize, set => *const u8) -> c_int)
}

#[unsafe(no_mangle)]
extern "C" fn sched_getcpu() -> c_int {
    if control::is_on() { 0 } else { real!(sched_getcpu() -> c_int) }
}

#[unsafe(no_mangle)]
extern "C" fn getloadavg(averages: *mut f64, count: c_int) -> c_int {
    if !control::is_on() {
        return real!(getloadavg(averages => *mut f64, count => c_int) -> c_int);
    }
    for at in 0..count.clamp(0, 3) as usize {
        // SAFETY: the guest's own variables.
        unsafe { *averages.add(at) = 0.0 };
    }
    count.clamp(0, 3)
}
