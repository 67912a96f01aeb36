// Two flags of different threads share a byte: setting the one reads and writes the other.
// expect race flags.ready|urgent @ready @urgent
#include <pthread.h>
#include <stdio.h>

struct {
    unsigned ready : 1;
    unsigned urgent : 1;
} flags;

static void *set_ready(void *arg) {
    (void)arg;
    flags.ready = 1; // @ready
    return NULL;
}

static void *set_urgent(void *arg) {
    (void)arg;
    flags.urgent = 1; // @urgent
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, set_ready, NULL);
    pthread_create(&b, NULL, set_urgent, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", flags.ready + flags.urgent > 0);
}
