// One thread unlocks twice. The second unlock is of a mutex that is free, or that the other thread has just taken: then that one's
// own unlock is wrong, too.
// expect misuse @twice
// allow misuse @robbed
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int n;

static void *right(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    n += 1;
    pthread_mutex_unlock(&lock); // @robbed
    return NULL;
}

static void *wrong(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    n += 2;
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock); // @twice
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, right, NULL);
    pthread_create(&b, NULL, wrong, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", n);
}
