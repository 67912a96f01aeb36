// A read/write lock by hand: a reader counts itself in under the mutex, and out without it.
// expect race readers @in @out
// expect race readers @out @out
// allow atomicity reader @in
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int readers;
int book = 7;
int copies[2];

static void *reader(void *arg) {
    int me = *(int *)arg;
    pthread_mutex_lock(&lock);
    readers++; // @in
    pthread_mutex_unlock(&lock);
    copies[me] = book;
    readers--; // @out
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, reader, &zero);
    pthread_create(&b, NULL, reader, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", copies[0] + copies[1]);
}
