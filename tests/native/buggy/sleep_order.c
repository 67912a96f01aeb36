// A sleep instead of a join: long enough on every machine but the busy one.
// expect race answer @write @read
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int answer;

static void *work(void *arg) {
    (void)arg;
    answer = 42; // @write
    return NULL;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    usleep(20000);
    int got = answer; // @read
    pthread_join(a, NULL);
    printf("%d\n", got <= 42);
}
