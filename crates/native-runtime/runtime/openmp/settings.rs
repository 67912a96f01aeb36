//! What programs and the environment can set.

use core::ffi::{CStr, c_char};

use super::share::Kind;
use crate::global::Global;

/// As many threads as processors, of which there are always two.
pub const PROCESSORS: u32 = 2;

/// What each task has a copy of, and its children get.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The size of teams.
    pub threads: u32,
    /// `schedule(runtime)`.
    pub kind: Kind,
    pub chunk: u64,
    /// So many regions inside each other have more than one thread.
    pub levels: u32,
    pub is_dynamic: bool,
}

/// `OMP_NUM_THREADS`, level by level.
static SIZES: Global<([u32; 8], usize)> = Global::new(([0; 8], 0));
static FIRST: Global<Option<Settings>> = Global::new(None);
/// Whether `OMP_CANCELLATION` asks for what is not had.
static CANCELS: Global<bool> = Global::new(false);

/// What a program begins with.
pub fn first() -> Settings {
    *FIRST.get().get_or_insert_with(from_environment)
}

pub fn cancels() -> bool {
    first();
    *CANCELS.get()
}

/// The size of teams so deep, if the environment says.
pub fn size_at(level: u32) -> Option<u32> {
    let (sizes, count) = SIZES.get();
    sizes[..*count].get(level as usize).or(sizes[..*count].last()).copied()
}

fn variable(name: &CStr) -> Option<&'static [u8]> {
    unsafe extern "C" {
        fn getenv(name: *const c_char) -> *const c_char;
    }
    // SAFETY: the text ends with a zero.
    let value = unsafe { getenv(name.as_ptr()) };
    // SAFETY: the C library's text.
    (!value.is_null()).then(|| unsafe { CStr::from_ptr(value) }.to_bytes())
}

fn number(text: &[u8]) -> Option<u32> {
    let digits = text.trim_ascii();
    let is_number = !digits.is_empty() && digits.len() < 10 && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

fn is_true(name: &CStr) -> bool {
    variable(name).is_some_and(|value| value.trim_ascii().eq_ignore_ascii_case(b"true") || number(value) == Some(1))
}

fn from_environment() -> Settings {
    let (sizes, count) = SIZES.get();
    for size in variable(c"OMP_NUM_THREADS").into_iter().flat_map(|list| list.split(|byte| *byte == b',')) {
        let Some(size) = number(size).filter(|size| *size > 0) else { break };
        if *count < sizes.len() {
            sizes[*count] = size;
            *count += 1;
        }
    }
    *CANCELS.get() = is_true(c"OMP_CANCELLATION");
    let (mut kind, mut chunk) = (Kind::Dynamic, 1);
    if let Some(schedule) = variable(c"OMP_SCHEDULE") {
        let mut parts = schedule.split(|byte| *byte == b',');
        let name = parts.next().unwrap_or_default().rsplit(|byte| *byte == b':').next().unwrap_or_default();
        kind = match name.trim_ascii() {
            name if name.eq_ignore_ascii_case(b"static") || name.eq_ignore_ascii_case(b"auto") => Kind::Static,
            name if name.eq_ignore_ascii_case(b"guided") => Kind::Guided,
            _ => Kind::Dynamic,
        };
        let usual = if kind == Kind::Static { 0 } else { 1 };
        chunk = parts.next().and_then(number).map_or(usual, u64::from);
    }
    let levels = variable(c"OMP_MAX_ACTIVE_LEVELS").and_then(number);
    let is_nested = is_true(c"OMP_NESTED") || *count > 1;
    let levels = levels.unwrap_or(if is_nested { u32::MAX } else { 1 });
    Settings { threads: if *count > 0 { sizes[0] } else { PROCESSORS }, kind, chunk, levels, is_dynamic: false }
}
