// Any two of the three threads but one have a lock in common: the one with the first lock and the one with the second have none.
// expect race shared @first @second
// allow atomicity first @first
// allow atomicity second @second
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int shared;

static void *first(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    shared += 1; // @first
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *both(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    shared += 2;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *second(void *arg) {
    (void)arg;
    pthread_mutex_lock(&b);
    shared += 4; // @second
    pthread_mutex_unlock(&b);
    return NULL;
}

int main(void) {
    pthread_t s, t, u;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, both, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    printf("%d\n", shared <= 7);
}
