//! What is not had: it is named when a program calls it.

use super::entry::entries;
use crate::crash;

/// Ends the run: the program needs this.
pub fn refuse(what: &str) -> ! {
    crash::needs(what)
}

macro_rules! refused {
    ($($name:ident)*) => {$(
        const _: () = {
            extern "C" fn refused() -> ! {
                refuse(concat!("OpenMP (", stringify!($name), ")"))
            }
            entries! { $name => refused; }
        };
    )*};
}

refused! {
    GOMP_parallel_reductions
    GOMP_loop_start
    GOMP_loop_ordered_start
    GOMP_loop_ull_start
    GOMP_loop_ull_ordered_start
    GOMP_loop_doacross_start
    GOMP_loop_doacross_static_start
    GOMP_loop_doacross_dynamic_start
    GOMP_loop_doacross_guided_start
    GOMP_loop_doacross_runtime_start
    GOMP_loop_ull_doacross_start
    GOMP_loop_ull_doacross_static_start
    GOMP_loop_ull_doacross_dynamic_start
    GOMP_loop_ull_doacross_guided_start
    GOMP_loop_ull_doacross_runtime_start
    GOMP_doacross_post
    GOMP_doacross_wait
    GOMP_doacross_ull_post
    GOMP_doacross_ull_wait
    GOMP_sections2_start
    GOMP_scope_start
    GOMP_taskgroup_reduction_register
    GOMP_taskgroup_reduction_unregister
    GOMP_task_reduction_remap
    GOMP_workshare_task_reduction_unregister
    GOMP_target
    GOMP_target_ext
    GOMP_target_data
    GOMP_target_data_ext
    GOMP_target_end_data
    GOMP_target_update
    GOMP_target_update_ext
    GOMP_target_enter_exit_data
    GOMP_teams
    GOMP_teams4
    omp_fulfill_event
    __kmpc_fork_teams
    __kmpc_fork_call_if
    __kmpc_omp_reg_task_with_affinity
    __kmpc_task_reduction_init
    __kmpc_task_reduction_modifier_init
    __kmpc_task_reduction_modifier_fini
    __kmpc_task_reduction_get_th_data
    __kmpc_taskred_init
    __kmpc_taskred_modifier_init
    __kmpc_taskloop_5
    __kmpc_task_allow_completion_event
    __kmpc_depobj_create
    __kmpc_doacross_init
    __kmpc_doacross_post
    __kmpc_doacross_wait
    __kmpc_doacross_fini
    __kmpc_dist_for_static_init_4
    __kmpc_dist_for_static_init_4u
    __kmpc_dist_for_static_init_8
    __kmpc_dist_for_static_init_8u
    __kmpc_dist_dispatch_init_4
    __kmpc_dist_dispatch_init_4u
    __kmpc_dist_dispatch_init_8
    __kmpc_dist_dispatch_init_8u
    __kmpc_threadprivate_cached
    __kmpc_threadprivate_register
    __tgt_target_kernel
    __tgt_target_data_begin_mapper
    __tgt_target_data_end_mapper
    __tgt_target_data_update_mapper
}
