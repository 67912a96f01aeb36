// The mutex is a local variable: each call makes and takes its own, and excludes nobody.
// expect race total @add @add
// allow atomicity work @add
#include <pthread.h>
#include <stdio.h>

int total;

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    total += 2; // @add
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", total <= 4);
}
