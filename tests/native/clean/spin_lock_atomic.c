// A hand-made spin lock of an atomic flag.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

atomic_flag held = ATOMIC_FLAG_INIT;
int counter;

static void *work(void *arg) {
    (void)arg;
    while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {
        sched_yield();
    }
    counter++;
    atomic_flag_clear_explicit(&held, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", counter);
}
