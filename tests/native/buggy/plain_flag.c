// Message passing through a volatile flag. The data is written before the flag and read behind it, so that no two threads are ever
// at it at once under sequential consistency; but the flag is no atomic, and orders nothing.
// expect race ready @set @look
// allow race data @write @read
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

volatile int ready;
int data;
int copy;

static void *produce(void *arg) {
    (void)arg;
    data = 42; // @write
    ready = 1; // @set
    return NULL;
}

static void *consume(void *arg) {
    (void)arg;
    while (!ready) { // @look
        sched_yield();
    }
    copy = data; // @read
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
