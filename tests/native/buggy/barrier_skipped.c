// A thread that believes the work is done does not come to the barrier; the other one waits there for ever.
// expect lost-signal @meet
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

pthread_barrier_t meeting;
atomic_int done;

static void *helper(void *arg) {
    (void)arg;
    if (!atomic_load(&done)) {
        pthread_barrier_wait(&meeting);
    }
    return NULL;
}

static void *leader(void *arg) {
    (void)arg;
    atomic_store(&done, 1);
    pthread_barrier_wait(&meeting); // @meet
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&a, NULL, helper, NULL);
    pthread_create(&b, NULL, leader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("met\n");
}
