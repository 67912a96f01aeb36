//! What programs ask and set by the functions of `omp.h`.

use core::ffi::c_int;

use super::entry::{caller, entries};
use super::settings::{self, PROCESSORS};
use super::share::Kind;
use super::task::{Task, current};
use crate::control;

extern "C" fn set_num_threads(threads: c_int) {
    current().settings.threads = threads.max(1) as u32;
}

extern "C" fn get_num_threads() -> c_int {
    current().team().size as c_int
}

extern "C" fn get_max_threads() -> c_int {
    current().settings.threads as c_int
}

extern "C" fn get_thread_num() -> c_int {
    current().number as c_int
}

extern "C" fn get_num_procs() -> c_int {
    PROCESSORS as c_int
}

extern "C" fn in_parallel() -> c_int {
    (current().team().active_level > 0).into()
}

extern "C" fn set_dynamic(dynamic: c_int) {
    current().settings.is_dynamic = dynamic != 0;
}

extern "C" fn get_dynamic() -> c_int {
    current().settings.is_dynamic.into()
}

extern "C" fn set_nested(nested: c_int) {
    current().settings.levels = if nested != 0 { u32::MAX } else { 1 };
}

extern "C" fn get_nested() -> c_int {
    (current().settings.levels > 1).into()
}

extern "C" fn set_max_active_levels(levels: c_int) {
    if let Ok(levels) = u32::try_from(levels) {
        current().settings.levels = levels;
    }
}

extern "C" fn get_max_active_levels() -> c_int {
    current().settings.levels.min(c_int::MAX as u32) as c_int
}

extern "C" fn many() -> c_int {
    c_int::MAX
}

extern "C" fn zero() -> c_int {
    0
}

extern "C" fn one() -> c_int {
    1
}

extern "C" fn nothing() {}

extern "C" fn set_schedule(kind: c_int, chunk: c_int) {
    const MONOTONIC: u32 = 1 << 31;
    let settings = &mut current().settings;
    settings.kind = match kind as u32 & !MONOTONIC {
        2 => Kind::Dynamic,
        3 => Kind::Guided,
        _ => Kind::Static,
    };
    let usual = if settings.kind == Kind::Static { 0 } else { 1 };
    settings.chunk = if chunk > 0 { chunk as u64 } else { usual };
}

extern "C" fn get_schedule(kind: *mut c_int, chunk: *mut c_int) {
    let settings = current().settings;
    // SAFETY: the guest's own variables.
    unsafe {
        *kind = match settings.kind {
            Kind::Static => 1,
            Kind::Dynamic => 2,
            Kind::Guided => 3,
        };
        *chunk = settings.chunk as c_int;
    }
}

extern "C" fn get_cancellation() -> c_int {
    settings::cancels().into()
}

extern "C" fn get_level() -> c_int {
    current().team().level as c_int
}

extern "C" fn get_active_level() -> c_int {
    current().team().active_level as c_int
}

/// The task of the region at this level that the running one is in.
fn ancestor(level: c_int) -> Option<&'static Task> {
    let mut task: &'static Task = current();
    let mut at = task.team().level as c_int;
    if !(0..=at).contains(&level) {
        return None;
    }
    while at > level {
        // SAFETY: the team's origin lives at least as long as the team; only the outermost has none, and that has level 0.
        task = unsafe { &*task.team().origin };
        at -= 1;
    }
    Some(task)
}

extern "C" fn get_ancestor_thread_num(level: c_int) -> c_int {
    ancestor(level).map_or(-1, |task| task.number as c_int)
}

extern "C" fn get_team_size(level: c_int) -> c_int {
    ancestor(level).map_or(-1, |task| task.team().size as c_int)
}

extern "C" fn in_final() -> c_int {
    current().is_final.into()
}

extern "C" fn get_wtime() -> f64 {
    (control::now() - 1_750_000_000_000_000_000) as f64 / 1e9 + 1000.0
}

extern "C" fn get_wtick() -> f64 {
    1e-9
}

/// Memory of any kind is memory.
extern "C" fn alloc(size: usize, _allocator: usize) -> usize {
    let pc = caller();
    control::inside(|| crate::heap::allocate(size, 16, pc))
}

extern "C" fn aligned_alloc(alignment: usize, size: usize, _allocator: usize) -> usize {
    let pc = caller();
    control::inside(|| crate::heap::allocate(size, alignment, pc))
}

extern "C" fn free(block: usize, _allocator: usize) {
    crate::heap::free_at(block, caller());
}

entries! {
    omp_set_num_threads => set_num_threads;
    omp_get_num_threads => get_num_threads;
    omp_get_max_threads => get_max_threads;
    omp_get_thread_num => get_thread_num;
    omp_get_num_procs => get_num_procs;
    omp_in_parallel => in_parallel;
    omp_set_dynamic => set_dynamic;
    omp_get_dynamic => get_dynamic;
    omp_set_nested => set_nested;
    omp_get_nested => get_nested;
    omp_set_max_active_levels => set_max_active_levels;
    omp_get_max_active_levels => get_max_active_levels;
    omp_get_supported_active_levels => many;
    omp_get_thread_limit => many;
    omp_set_schedule => set_schedule;
    omp_get_schedule => get_schedule;
    omp_get_cancellation => get_cancellation;
    omp_get_level => get_level;
    omp_get_active_level => get_active_level;
    omp_get_ancestor_thread_num => get_ancestor_thread_num;
    omp_get_team_size => get_team_size;
    omp_in_final => in_final;
    omp_get_proc_bind => zero;
    omp_get_num_places => zero;
    omp_get_wtime => get_wtime;
    omp_get_wtick => get_wtick;
    omp_get_max_task_priority => zero;
    omp_get_num_devices => zero;
    omp_get_default_device => zero;
    omp_get_initial_device => zero;
    omp_get_device_num => zero;
    omp_set_default_device => nothing;
    omp_is_initial_device => one;
    omp_get_num_teams => one;
    omp_get_team_num => zero;
    omp_display_env => nothing;
    omp_pause_resource => zero;
    omp_pause_resource_all => zero;
    omp_alloc => alloc;
    omp_aligned_alloc => aligned_alloc;
    omp_free => free;
}
