// The second thread reads, under the lock, what the first wrote under it: causally-precedes orders the two, but nothing depends on
// the value, and in the other order of the sections both are at the log at once.
// expect race log_entry @first @second
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int stamp;
int log_entry;
int seen;

static void *first(void *arg) {
    (void)arg;
    log_entry = 1; // @first
    pthread_mutex_lock(&lock);
    stamp = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    seen = stamp;
    pthread_mutex_unlock(&lock);
    log_entry = 2; // @second
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", seen <= stamp);
}
