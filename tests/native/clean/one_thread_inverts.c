// Both orders of the two locks are used, but by one thread, one after the other; the second thread takes only one of them.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int n;

static void *both(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    n += 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    n += 2;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return NULL;
}

static void *single(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    n += 4;
    pthread_mutex_unlock(&a);
    return NULL;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, both, NULL);
    pthread_create(&t, NULL, single, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    printf("%d\n", n);
}
