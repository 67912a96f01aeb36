//! Atomic operations, which we make ourselves: always with the strongest order, because memory is sequentially consistent here.

use core::ffi::c_int;
use core::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::SeqCst, fence};

use crate::access::check_use;
use crate::control::{self, Event};
use crate::pending::Pending;
use crate::position::with_position;
use crate::protocol::{flag, op};
use crate::{library_locks, spinning, threads};

/// What an operation found, and what it left if it wrote.
pub struct Found {
    pub old: u64,
    pub new: Option<u64>,
}

/// The running thread makes an atomic operation of this kind.
fn atomically(kind: u32, address: usize, size: usize, pc: usize, act: impl Fn() -> Found) -> u64 {
    if !control::is_armed() {
        return act().old;
    }
    control::inside(|| {
        if let Some(site) = library_locks::site(pc)
            && let Some(found) =
                library_locks::operate(site, kind, address, pc, &|| control::change_memory(address, size, &act))
        {
            return found.old;
        }
        if kind != op::WRITE {
            spinning::look(threads::current(), pc);
        }
        let pending = Pending::new(kind, address, pc).flags(flag::ATOMIC).size(size as u32).direct();
        control::arrive(pending);
        check_use(address, pc);
        let found = control::change_memory(address, size, &act);
        let event = Event::of(&pending);
        control::emit(match (kind, found.new) {
            (op::READ, _) => event.value(found.old),
            (op::WRITE, Some(new)) => event.value(new),
            (_, Some(new)) => event.old(found.old).value(new).flags(flag::DONE),
            (_, None) => event.old(found.old),
        });
        found.old
    })
}

impl control::Changed for Found {
    fn has_changed(&self) -> bool {
        self.new.is_some()
    }
}

/// The operations on one size of memory.
macro_rules! operations {
    ($module:ident, $type:ty, $atomic:ty) => {
        mod $module {
            use super::*;

            fn at(address: usize) -> &'static $atomic {
                // SAFETY: the guest's own operation.
                unsafe { <$atomic>::from_ptr(address as *mut $type) }
            }

            const SIZE: usize = size_of::<$type>();

            pub extern "C" fn load(address: usize, _order: c_int, pc: usize) -> $type {
                let act = || Found { old: at(address).load(SeqCst).into(), new: None };
                atomically(op::READ, address, SIZE, pc, act) as $type
            }

            pub extern "C" fn store(address: usize, value: $type, _order: c_int, pc: usize) {
                let act = || {
                    at(address).store(value, SeqCst);
                    Found { old: 0, new: Some(value.into()) }
                };
                atomically(op::WRITE, address, SIZE, pc, act);
            }

            fn update(address: usize, pc: usize, change: impl Fn($type) -> $type) -> $type {
                let act = || {
                    let mut old = at(address).load(SeqCst);
                    loop {
                        match at(address).compare_exchange_weak(old, change(old), SeqCst, SeqCst) {
                            Ok(_) => return Found { old: old.into(), new: Some(change(old).into()) },
                            Err(now) => old = now,
                        }
                    }
                };
                atomically(op::UPDATE, address, SIZE, pc, act) as $type
            }

            pub extern "C" fn exchange(address: usize, value: $type, _order: c_int, pc: usize) -> $type {
                update(address, pc, |_| value)
            }
            pub extern "C" fn fetch_add(address: usize, value: $type, _order: c_int, pc: usize) -> $type {
                update(address, pc, |old| old.wrapping_add(value))
            }
            pub extern "C" fn fetch_sub(address: usize, value: $type, _order: c_int, pc: usize) -> $type {
                update(address, pc, |old| old.wrapping_sub(value))
            }
            pub extern "C" fn fetch_and(address: usize, value: $type, _order: c_int, pc: usize) -> $type {
                update(address, pc, |old| old & value)
            }
            pub extern "C" fn fetch_or(address: usize, value: $type, _order: c_int, pc: usize) -> $type {
                update(address, pc, |old| old | value)
            }
            pub extern "C" fn fetch_xor(address: usize, value: $type, _order: c_int, pc: usize) -> $type {
                update(address, pc, |old| old ^ value)
            }
            pub extern "C" fn fetch_nand(address: usize, value: $type, _order: c_int, pc: usize) -> $type {
                update(address, pc, |old| !(old & value))
            }

            fn compare_exchange_at(address: usize, expected: $type, value: $type, pc: usize) -> $type {
                let act = || match at(address).compare_exchange(expected, value, SeqCst, SeqCst) {
                    Ok(old) => Found { old: old.into(), new: Some(value.into()) },
                    Err(old) => Found { old: old.into(), new: None },
                };
                atomically(op::UPDATE, address, SIZE, pc, act) as $type
            }

            pub extern "C" fn compare_exchange(
                address: usize,
                expected: *mut $type,
                value: $type,
                _order: c_int,
                _failed: c_int,
                pc: usize,
            ) -> c_int {
                // SAFETY: the guest's own variable.
                unsafe {
                    let old = compare_exchange_at(address, *expected, value, pc);
                    let is_done = old == *expected;
                    *expected = old;
                    is_done.into()
                }
            }

            pub extern "C" fn compare_exchange_val(
                address: usize,
                expected: $type,
                value: $type,
                _order: c_int,
                _failed: c_int,
                pc: usize,
            ) -> $type {
                compare_exchange_at(address, expected, value, pc)
            }
        }
    };
}

operations!(bits8, u8, AtomicU8);
operations!(bits16, u16, AtomicU16);
operations!(bits32, u32, AtomicU32);
operations!(bits64, u64, AtomicU64);

with_position! {
    __tsan_atomic8_load / 2 => bits8::load;
    __tsan_atomic8_store / 3 => bits8::store;
    __tsan_atomic8_exchange / 3 => bits8::exchange;
    __tsan_atomic8_fetch_add / 3 => bits8::fetch_add;
    __tsan_atomic8_fetch_sub / 3 => bits8::fetch_sub;
    __tsan_atomic8_fetch_and / 3 => bits8::fetch_and;
    __tsan_atomic8_fetch_or / 3 => bits8::fetch_or;
    __tsan_atomic8_fetch_xor / 3 => bits8::fetch_xor;
    __tsan_atomic8_fetch_nand / 3 => bits8::fetch_nand;
    __tsan_atomic8_compare_exchange_strong / 5 => bits8::compare_exchange;
    __tsan_atomic8_compare_exchange_weak / 5 => bits8::compare_exchange;
    __tsan_atomic8_compare_exchange_val / 5 => bits8::compare_exchange_val;
    __tsan_atomic16_load / 2 => bits16::load;
    __tsan_atomic16_store / 3 => bits16::store;
    __tsan_atomic16_exchange / 3 => bits16::exchange;
    __tsan_atomic16_fetch_add / 3 => bits16::fetch_add;
    __tsan_atomic16_fetch_sub / 3 => bits16::fetch_sub;
    __tsan_atomic16_fetch_and / 3 => bits16::fetch_and;
    __tsan_atomic16_fetch_or / 3 => bits16::fetch_or;
    __tsan_atomic16_fetch_xor / 3 => bits16::fetch_xor;
    __tsan_atomic16_fetch_nand / 3 => bits16::fetch_nand;
    __tsan_atomic16_compare_exchange_strong / 5 => bits16::compare_exchange;
    __tsan_atomic16_compare_exchange_weak / 5 => bits16::compare_exchange;
    __tsan_atomic16_compare_exchange_val / 5 => bits16::compare_exchange_val;
    __tsan_atomic32_load / 2 => bits32::load;
    __tsan_atomic32_store / 3 => bits32::store;
    __tsan_atomic32_exchange / 3 => bits32::exchange;
    __tsan_atomic32_fetch_add / 3 => bits32::fetch_add;
    __tsan_atomic32_fetch_sub / 3 => bits32::fetch_sub;
    __tsan_atomic32_fetch_and / 3 => bits32::fetch_and;
    __tsan_atomic32_fetch_or / 3 => bits32::fetch_or;
    __tsan_atomic32_fetch_xor / 3 => bits32::fetch_xor;
    __tsan_atomic32_fetch_nand / 3 => bits32::fetch_nand;
    __tsan_atomic32_compare_exchange_strong / 5 => bits32::compare_exchange;
    __tsan_atomic32_compare_exchange_weak / 5 => bits32::compare_exchange;
    __tsan_atomic32_compare_exchange_val / 5 => bits32::compare_exchange_val;
    __tsan_atomic64_load / 2 => bits64::load;
    __tsan_atomic64_store / 3 => bits64::store;
    __tsan_atomic64_exchange / 3 => bits64::exchange;
    __tsan_atomic64_fetch_add / 3 => bits64::fetch_add;
    __tsan_atomic64_fetch_sub / 3 => bits64::fetch_sub;
    __tsan_atomic64_fetch_and / 3 => bits64::fetch_and;
    __tsan_atomic64_fetch_or / 3 => bits64::fetch_or;
    __tsan_atomic64_fetch_xor / 3 => bits64::fetch_xor;
    __tsan_atomic64_fetch_nand / 3 => bits64::fetch_nand;
    __tsan_atomic64_compare_exchange_strong / 5 => bits64::compare_exchange;
    __tsan_atomic64_compare_exchange_weak / 5 => bits64::compare_exchange;
    __tsan_atomic64_compare_exchange_val / 5 => bits64::compare_exchange_val;
}

#[unsafe(no_mangle)]
extern "C" fn __tsan_atomic_thread_fence(_order: c_int) {
    fence(SeqCst);
}

#[unsafe(no_mangle)]
extern "C" fn __tsan_atomic_signal_fence(_order: c_int) {}

/// Sixteen bytes, by the one instruction that there is.
fn compare_exchange_16(address: usize, expected: u128, value: u128) -> u128 {
    let (low, high): (u64, u64);
    // SAFETY: the guest's own operation. `rbx` is the compiler's, so it is put back.
    unsafe {
        core::arch::asm!(
            "xchg {value}, rbx",
            "lock cmpxchg16b [{address}]",
            "mov rbx, {value}",
            value = inout(reg) value as u64 => _,
            address = in(reg) address,
            in("rcx") (value >> 64) as u64,
            inout("rax") expected as u64 => low,
            inout("rdx") (expected >> 64) as u64 => high,
            options(nostack),
        );
    }
    u128::from(high) << 64 | u128::from(low)
}

fn update_16(address: usize, change: impl Fn(u128) -> Option<u128>) -> u128 {
    let result = crate::global::Global::new(0);
    atomically(op::UPDATE, address, 16, 0, || {
        let mut old = compare_exchange_16(address, 0, 0);
        loop {
            let Some(new) = change(old) else {
                *result.get() = old;
                return Found { old: old as u64, new: None };
            };
            let now = compare_exchange_16(address, old, new);
            if now == old {
                *result.get() = old;
                return Found { old: old as u64, new: Some(new as u64) };
            }
            old = now;
        }
    });
    *result.get()
}

#[unsafe(no_mangle)]
extern "C" fn __tsan_atomic128_load(address: usize, _order: c_int) -> u128 {
    update_16(address, |_| None)
}

#[unsafe(no_mangle)]
extern "C" fn __tsan_atomic128_store(address: usize, value: u128, _order: c_int) {
    update_16(address, |_| Some(value));
}

#[unsafe(no_mangle)]
extern "C" fn __tsan_atomic128_exchange(address: usize, value: u128, _order: c_int) -> u128 {
    update_16(address, |_| Some(value))
}

#[unsafe(no_mangle)]
extern "C" fn __tsan_atomic128_compare_exchange_val(
    address: usize,
    expected: u128,
    value: u128,
    _order: c_int,
    _failed: c_int,
) -> u128 {
    update_16(address, |old| (old == expected).then_some(value))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __tsan_atomic128_compare_exchange_strong(
    address: usize,
    expected: *mut u128,
    value: u128,
    _order: c_int,
    _failed: c_int,
) -> c_int {
    // SAFETY: the guest's own variable.
    unsafe {
        let wanted = *expected;
        let old = update_16(address, |old| (old == wanted).then_some(value));
        *expected = old;
        (old == wanted).into()
    }
}
