//! What threads keep for themselves, and what is done with it when they end.

use core::ffi::c_int;

use crate::control;
use crate::global::Global;
use crate::protocol::THREADS;
use crate::real::{EAGAIN, EINVAL, real};
use crate::{crash, sys, threads};

const KEYS: usize = 1024;
/// So often destructors are called again, because others have set values.
const ROUNDS: usize = 4;

type Destructor = extern "C" fn(usize);

/// Of each key: whether it is in use, and its destructor.
static KEY: Global<[(bool, Option<Destructor>); KEYS]> = Global::new([(false, None); KEYS]);

/// The values of each thread: in memory that is mapped when the first is set.
static VALUES: Global<[*mut usize; THREADS]> = Global::new([core::ptr::null_mut(); THREADS]);

/// What is to be called when a thread ends, the last first.
struct AtEnd {
    count: usize,
    calls: [(usize, usize); MOST],
}

const MOST: usize = 250;

static AT_END: Global<[*mut AtEnd; THREADS]> = Global::new([core::ptr::null_mut(); THREADS]);

fn value(key: u32) -> Option<&'static mut usize> {
    let values = &mut VALUES.get()[threads::current().id as usize];
    if values.is_null() {
        *values = sys::map(0, KEYS * size_of::<usize>()).cast();
    }
    let is_known = KEY.get().get(key as usize).is_some_and(|(used, _)| *used);
    // SAFETY: the memory holds a value for each key.
    (is_known && !values.is_null()).then(|| unsafe { &mut *values.add(key as usize) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_key_create(key: *mut u32, destructor: Option<Destructor>) -> c_int {
    if !control::is_on() {
        return real!(pthread_key_create(key => *mut u32, destructor => Option<Destructor>) -> c_int);
    }
    // The first keys are left to those that were made before we were in control.
    let Some(free) = KEY.get().iter().skip(64).position(|(used, _)| !used).map(|at| at + 64) else { return EAGAIN };
    KEY.get()[free] = (true, destructor);
    // SAFETY: the guest's own variable.
    unsafe { *key = free as u32 };
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn pthread_key_delete(key: u32) -> c_int {
    match KEY.get().get_mut(key as usize).filter(|(used, _)| *used) {
        Some(known) => {
            *known = (false, None);
            // SAFETY: the memory holds a value for each key.
            VALUES
                .get()
                .iter()
                .filter(|values| !values.is_null())
                .for_each(|values| unsafe { *values.add(key as usize) = 0 });
            0
        }
        None => real!(pthread_key_delete(key => u32) -> c_int),
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pthread_getspecific(key: u32) -> usize {
    let is_ours = control::is_on() && KEY.get().get(key as usize).is_some_and(|(used, _)| *used);
    if is_ours { value(key).map_or(0, |value| *value) } else { real!(pthread_getspecific(key => u32) -> usize) }
}

#[unsafe(no_mangle)]
pub extern "C" fn pthread_setspecific(key: u32, new: usize) -> c_int {
    let is_ours = control::is_on() && KEY.get().get(key as usize).is_some_and(|(used, _)| *used);
    if !is_ours {
        return real!(pthread_setspecific(key => u32, new => usize) -> c_int);
    }
    match value(key) {
        Some(value) => {
            *value = new;
            0
        }
        None => EINVAL,
    }
}

/// Thread-local objects of C++ and Rust ask for their destructors to be called.
#[unsafe(no_mangle)]
extern "C" fn __cxa_thread_atexit_impl(destructor: usize, object: usize, library: usize) -> c_int {
    if !control::is_on() {
        return real!(__cxa_thread_atexit_impl(destructor => usize, object => usize, library => usize) -> c_int);
    }
    let list = &mut AT_END.get()[threads::current().id as usize];
    if list.is_null() {
        *list = sys::map(0, size_of::<AtEnd>().next_multiple_of(sys::PAGE)).cast();
    }
    // SAFETY: fresh memory is an empty list.
    let Some(list) = (unsafe { list.as_mut() }) else { return -1 };
    if list.count == MOST {
        crash::fault("too many thread-local objects");
    }
    list.calls[list.count] = (destructor, object);
    list.count += 1;
    0
}

/// The running thread ends: what it keeps for itself is destroyed, by the guest's own code.
pub fn destroy_all() {
    let id = threads::current().id as usize;
    // SAFETY: lists and values of threads are never freed, and destructors have the types that their makers promised.
    unsafe {
        while let Some(list) = AT_END.get()[id].as_mut()
            && list.count > 0
        {
            list.count -= 1;
            let (destructor, object) = list.calls[list.count];
            core::mem::transmute::<usize, Destructor>(destructor)(object);
        }
        for _ in 0..ROUNDS {
            let values = VALUES.get()[id];
            if values.is_null() {
                return;
            }
            let mut again = false;
            for (key, (_, destructor)) in KEY.get().iter().enumerate() {
                let value = values.add(key);
                if let Some(destructor) = destructor
                    && *value != 0
                {
                    let object = core::mem::take(&mut *value);
                    destructor(object);
                    again = true;
                }
            }
            if !again {
                return;
            }
        }
    }
}
