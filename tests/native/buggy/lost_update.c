// The unprotected counter, in a symmetric pair of threads: two increments can count as one.
// expect race counter @inc @inc
#include <pthread.h>
#include <stdio.h>

int counter;

static void *work(void *arg) {
    (void)arg;
    counter++; // @inc
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", counter <= 2);
}
