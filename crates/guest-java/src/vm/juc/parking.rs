//! `LockSupport`, where the library parks a thread in the midst of an operation: what the thread waits for says who parks it.

use super::{AtomicCall, call, fork_join, meeting};

const SUPPORT: &str = "java/util/concurrent/locks/LockSupport";

pub(super) static CALLS: &[AtomicCall] = &[
    call(SUPPORT, "park", "", |vm, _| fork_join::parked(vm, None).or_else(|| meeting::parked(vm)))
        .apart_if(|vm| fork_join::parks(vm) || meeting::parks(vm)),
    call(SUPPORT, "parkNanos", "(J)V", |vm, args| fork_join::parked(vm, Some(args[0] as i64)))
        .apart_if(fork_join::parks),
    call(SUPPORT, "parkUntil", "(J)V", |vm, _| fork_join::parked(vm, Some(fork_join::keep_alive(vm)?)))
        .apart_if(fork_join::parks),
    call(SUPPORT, "unpark", "", fork_join::unpark).always(),
];
