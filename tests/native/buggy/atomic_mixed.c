// An atomic counter in one thread is a plain one in the other: two atomics never race, an atomic and a plain access do.
// expect race total @atomic @plain
#include <pthread.h>
#include <stdio.h>

int total;

static void *atomically(void *arg) {
    (void)arg;
    __atomic_fetch_add(&total, 1, __ATOMIC_SEQ_CST); // @atomic
    return NULL;
}

static void *plainly(void *arg) {
    (void)arg;
    total += 2; // @plain
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, atomically, NULL);
    pthread_create(&b, NULL, plainly, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", total <= 3);
}
