//! How a guest starts: before its constructors and its `main`.

use core::ffi::{CStr, c_char, c_int};

use crate::global::Global;
use crate::protocol::{BOARD_SIZE, Header, MAGIC, VARIABLE, VERSION};
use crate::real::real;
use crate::{control, crash, exit, switch, sys, threads};

type Main = extern "C" fn(c_int, *mut *mut c_char, *mut *mut c_char) -> c_int;

static MAIN: Global<Option<Main>> = Global::new(None);

/// What the program starts with: finds out whether deadheat has started it, and goes on as the C library does.
#[unsafe(no_mangle)]
unsafe extern "C" fn __libc_start_main(
    main: Main,
    count: c_int,
    arguments: *mut *mut c_char,
    init: usize,
    fini: usize,
    loader_fini: usize,
    stack_end: usize,
) -> c_int {
    *MAIN.get() = Some(main);
    // SAFETY: the environment lies behind the arguments.
    let environment = unsafe { arguments.add(count as usize + 1) };
    let begin: Main = match take_variable(environment) {
        Some(descriptor) => {
            start(descriptor, stack_end);
            controlled_main
        }
        None => main,
    };
    real!(__libc_start_main(begin => Main, count => c_int, arguments => *mut *mut c_char, init => usize, fini => usize,
        loader_fini => usize, stack_end => usize) -> c_int)
}

/// The descriptor of the board, if there is one. The variable is ours, and no business of the guest's.
fn take_variable(environment: *mut *mut c_char) -> Option<c_int> {
    let mut at = environment;
    // SAFETY: the environment ends with a null.
    unsafe {
        while !(*at).is_null() {
            let text = CStr::from_ptr(*at).to_bytes();
            if let Some(value) = text.strip_prefix(VARIABLE.as_bytes()).and_then(|rest| rest.strip_prefix(b"=")) {
                let number = value.iter().fold(0, |number, digit| number * 10 + c_int::from(digit.wrapping_sub(b'0')));
                while !(*at).is_null() {
                    *at = *at.add(1);
                    at = at.add(1);
                }
                return Some(number);
            }
            at = at.add(1);
        }
    }
    None
}

fn start(descriptor: c_int, stack_end: usize) {
    const CLOSE: usize = 3;
    let board = sys::map_shared(descriptor, BOARD_SIZE);
    if board.is_null() {
        crash::fault("the board cannot be mapped");
    }
    // SAFETY: the board begins with its header; its descriptor is ours.
    unsafe {
        sys::call(CLOSE, descriptor as usize, 0, 0, 0, 0, 0);
        let header = &*board.cast::<Header>();
        if header.magic != MAGIC || header.version != VERSION {
            crash::fault("the program was built for another version of deadheat");
        }
        header.anchor.store(start as *const () as u64, core::sync::atomic::Ordering::Release);
        header.ready.store(VERSION, core::sync::atomic::Ordering::Release);
    }
    sys::die_with_parent();
    const LARGEST: usize = 64 << 20;
    control::take(board);
    let main = threads::create(0);
    main.local_base = switch::local_base();
    // SAFETY: only the program's first instructions and ours have run, and they have no guards.
    unsafe { switch::fix_guard() };
    main.stack_high = (stack_end + (1 << 20)).next_multiple_of(sys::PAGE);
    main.stack_low = stack_end - LARGEST;
    main.name[..4].copy_from_slice(b"main");
    main.calls.resume();
    threads::add(0);
    threads::set_current(main);
    crash::install();
    exit::watch();
    crate::thread::look_up();
    crate::checkpoint::look_up();
    crate::output::look_up();
    crate::attributes::look_up(stack_end);
}

extern "C" fn controlled_main(count: c_int, arguments: *mut *mut c_char, environment: *mut *mut c_char) -> c_int {
    let thread = threads::current();
    let here = 0usize;
    thread.stack_top = &raw const here as usize & !7;
    crate::output::start();
    control::arrive(thread.pending);
    control::emit(control::Event::of(&thread.pending));
    let Some(main) = *MAIN.get() else { crash::fault("no main") };
    // Where it has returned nobody knows; the address behind its first byte tells that it was there.
    exit::exit_at(main(count, arguments, environment), main as *const () as usize + 1)
}

/// The compilers' constructors call it; everything is done already.
#[unsafe(no_mangle)]
extern "C" fn __tsan_init() {}
