// A hand-made ticket lock: threads draw a number and wait until it is called.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

struct {
    atomic_uint next;
    atomic_uint serving;
} lock;

int counter;

static void *work(void *arg) {
    (void)arg;
    unsigned mine = atomic_fetch_add(&lock.next, 1);
    while (atomic_load(&lock.serving) != mine) {
        sched_yield();
    }
    counter++;
    atomic_store(&lock.serving, mine + 1);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("%d\n", counter);
}
