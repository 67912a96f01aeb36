// Each thread has its own byte; that they lie in one word does not matter.
#include <pthread.h>
#include <stdio.h>

struct {
    char ready;
    char urgent;
    char grade[2];
} status;

static void *first(void *arg) {
    (void)arg;
    status.ready = 1;
    status.grade[0] = 2;
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    status.urgent = 3;
    status.grade[1] = 4;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d %d %d\n", status.ready, status.urgent, status.grade[0], status.grade[1]);
}
