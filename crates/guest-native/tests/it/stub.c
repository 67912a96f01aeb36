/* Stands in for the runtime: counts what the instrumentation tells, and says it at the end. Built without instrumentation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP __attribute__((visibility("default")))

static unsigned long reads, writes, atomics, entries;

KEEP int __deadheat_native_runtime = 1;

KEEP void __tsan_init(void) {}
KEEP void __tsan_func_entry(void *pc) { __atomic_add_fetch(&entries, 1, 5); }
KEEP void __tsan_func_exit(void) {}

#define ACCESS(n)                                                                                     \
    KEEP void __tsan_read##n(void *p) { __atomic_add_fetch(&reads, 1, 5); }                           \
    KEEP void __tsan_write##n(void *p) { __atomic_add_fetch(&writes, 1, 5); }                         \
    KEEP void __tsan_unaligned_read##n(void *p) { __tsan_read##n(p); }                                \
    KEEP void __tsan_unaligned_write##n(void *p) { __tsan_write##n(p); }                              \
    KEEP void __tsan_read_write##n(void *p) { __tsan_read##n(p), __tsan_write##n(p); }                \
    KEEP void __tsan_unaligned_read_write##n(void *p) { __tsan_read##n(p), __tsan_write##n(p); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)

KEEP void __tsan_read_range(void *p, unsigned long n) { __tsan_read1(p); }
KEEP void __tsan_write_range(void *p, unsigned long n) { __tsan_write1(p); }
KEEP void __tsan_vptr_read(void **p) {}
KEEP void __tsan_vptr_update(void **p, void *v) {}
KEEP void *__tsan_memcpy(void *to, const void *from, unsigned long n) { return memcpy(to, from, n); }
KEEP void *__tsan_memmove(void *to, const void *from, unsigned long n) { return memmove(to, from, n); }
KEEP void *__tsan_memset(void *to, int value, unsigned long n) { return memset(to, value, n); }
KEEP void __tsan_atomic_thread_fence(int o) {}
KEEP void __tsan_atomic_signal_fence(int o) {}

#define COUNT __atomic_add_fetch(&atomics, 1, 5)
#define FETCH(bits, type, name) \
    KEEP type __tsan_atomic##bits##_fetch_##name(type *p, type v, int o) { return COUNT, __atomic_fetch_##name(p, v, 5); }
#define ATOMIC(bits, type)                                                                                                  \
    KEEP type __tsan_atomic##bits##_load(type *p, int o) { return COUNT, __atomic_load_n(p, 5); }                           \
    KEEP void __tsan_atomic##bits##_store(type *p, type v, int o) { COUNT, __atomic_store_n(p, v, 5); }                     \
    KEEP type __tsan_atomic##bits##_exchange(type *p, type v, int o) { return COUNT, __atomic_exchange_n(p, v, 5); }        \
    FETCH(bits, type, add) FETCH(bits, type, sub) FETCH(bits, type, and) FETCH(bits, type, or) FETCH(bits, type, xor)       \
    FETCH(bits, type, nand)                                                                                                 \
    KEEP int __tsan_atomic##bits##_compare_exchange_strong(type *p, type *e, type v, int o, int f) {                        \
        return COUNT, __atomic_compare_exchange_n(p, e, v, 0, 5, 5);                                                        \
    }                                                                                                                       \
    KEEP int __tsan_atomic##bits##_compare_exchange_weak(type *p, type *e, type v, int o, int f) {                          \
        return COUNT, __atomic_compare_exchange_n(p, e, v, 0, 5, 5);                                                        \
    }                                                                                                                       \
    KEEP type __tsan_atomic##bits##_compare_exchange_val(type *p, type e, type v, int o, int f) {                           \
        return COUNT, __atomic_compare_exchange_n(p, &e, v, 0, 5, 5), e;                                                    \
    }
ATOMIC(8, char) ATOMIC(16, short) ATOMIC(32, int) ATOMIC(64, long)

__attribute__((destructor)) static void tell(void) {
    fprintf(stderr, "entries %lu reads %lu writes %lu atomics %lu\n", entries, reads, writes, atomics);
}
