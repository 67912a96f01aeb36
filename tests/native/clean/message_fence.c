// Message passing with relaxed atomics between two fences, which order the plain data as release and acquire would.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

atomic_int ready;
int data;
int copy = 42;

static void *produce(void *arg) {
    (void)arg;
    data = 42;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return NULL;
}

static void *consume(void *arg) {
    (void)arg;
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        copy = data;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", copy);
}
