// Bit fields of two threads, kept in different storage units by a field of width zero.
#include <pthread.h>
#include <stdio.h>

struct {
    unsigned ready : 1;
    unsigned : 0;
    unsigned urgent : 1;
} flags;

static void *set_ready(void *arg) {
    (void)arg;
    flags.ready = 1;
    return NULL;
}

static void *set_urgent(void *arg) {
    (void)arg;
    flags.urgent = 1;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, set_ready, NULL);
    pthread_create(&b, NULL, set_urgent, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", flags.ready, flags.urgent);
}
