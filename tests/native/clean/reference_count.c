// A block with an atomic reference count: whoever gives back the last reference frees it, and knows that all others are done.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
    int cells[2];
};

struct use {
    struct shared *shared;
    int me;
};

int sum;

static void *work(void *arg) {
    struct use *use = arg;
    struct shared *shared = use->shared;
    shared->cells[use->me] = use->me + 1;
    if (atomic_fetch_sub(&shared->references, 1) == 1) {
        sum = shared->cells[0] + shared->cells[1];
        free(shared);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct shared *shared = calloc(1, sizeof *shared);
    atomic_init(&shared->references, 2);
    struct use first = {shared, 0}, second = {shared, 1};
    pthread_create(&a, NULL, work, &first);
    pthread_create(&b, NULL, work, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sum);
}
