// Relaxed increments are atomic; the joins order the final read.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

atomic_int hits;

static void *work(void *arg) {
    (void)arg;
    atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&hits, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", atomic_load_explicit(&hits, memory_order_relaxed));
}
