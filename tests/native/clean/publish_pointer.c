// A heap object is published by an atomic pointer; who sees the pointer sees the object.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    int size;
};

_Atomic(struct job *) mailbox;
int done = 3;

static void *sender(void *arg) {
    (void)arg;
    struct job *job = malloc(sizeof *job);
    job->size = 3;
    atomic_store(&mailbox, job);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    struct job *job = atomic_load(&mailbox);
    if (job != NULL) {
        done = job->size;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", done);
    free(mailbox);
}
