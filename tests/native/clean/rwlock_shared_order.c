// Two locks in opposite orders, but held for reading only: readers do not exclude each other, and there is no writer.
#include <pthread.h>
#include <stdio.h>

pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t b = PTHREAD_RWLOCK_INITIALIZER;
int x = 1;
int y = 2;
int sums[2];

static void *ab(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_rdlock(&b);
    sums[0] = x + y;
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    return NULL;
}

static void *ba(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&b);
    pthread_rwlock_rdlock(&a);
    sums[1] = x + y;
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
    return NULL;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, ab, NULL);
    pthread_create(&t, NULL, ba, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    printf("%d %d\n", sums[0], sums[1]);
}
