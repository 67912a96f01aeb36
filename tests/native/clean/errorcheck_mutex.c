// An error-checking mutex tells a helper that its caller holds the lock already; the helper then leaves the unlock to the caller.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock;
int n;

static void add(int amount) {
    int error = pthread_mutex_lock(&lock);
    n += amount;
    if (error != EDEADLK) {
        pthread_mutex_unlock(&lock);
    }
}

static void *nested(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    add(1);
    n += 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *single(void *arg) {
    (void)arg;
    add(4);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t checked;
    pthread_mutexattr_init(&checked);
    pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &checked);
    pthread_create(&a, NULL, nested, NULL);
    pthread_create(&b, NULL, single, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", n);
}
