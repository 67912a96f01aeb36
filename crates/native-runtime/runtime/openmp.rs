//! OpenMP, which is not had: said at a program's first parallel region.
//!
//! The threads of libgomp come together by atomic operations in its own code, which tells nothing: what one thread has done before
//! a barrier and another does behind it would look like a race. It needs a libgomp of our own, not only the futexes of the other one.

use core::ffi::c_int;

use crate::real::real;
use crate::{control, crash};

macro_rules! refuse {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize, g: usize, h: usize) -> c_int {
            if control::is_on() {
                crash::needs(concat!("OpenMP (", stringify!($name), ")"));
            }
            // More arguments than it has do no harm.
            real!($name(a => usize, b => usize, c => usize, d => usize, e => usize, f => usize, g => usize, h => usize) -> c_int)
        }
    )*};
}

refuse! {
    GOMP_parallel
    GOMP_parallel_reductions
    GOMP_parallel_sections
    GOMP_parallel_loop_static
    GOMP_parallel_loop_dynamic
    GOMP_parallel_loop_guided
    GOMP_parallel_loop_runtime
    GOMP_parallel_loop_nonmonotonic_dynamic
    GOMP_parallel_loop_nonmonotonic_guided
    GOMP_parallel_loop_nonmonotonic_runtime
    GOMP_parallel_loop_maybe_nonmonotonic_runtime
    GOMP_teams_reg
}
