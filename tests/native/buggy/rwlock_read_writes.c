// A cache counts its hits while it holds the lock for reading: two readers count at once.
// expect race cache.hits @hit @hit
// allow atomicity look @hit
#include <pthread.h>
#include <stdio.h>

struct {
    pthread_rwlock_t lock;
    int value;
    int hits;
} cache = {PTHREAD_RWLOCK_INITIALIZER, 4, 0};

int got[2];

static void *look(void *arg) {
    int me = *(int *)arg;
    pthread_rwlock_rdlock(&cache.lock);
    got[me] = cache.value;
    cache.hits++; // @hit
    pthread_rwlock_unlock(&cache.lock);
    return NULL;
}

static void *store(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&cache.lock);
    cache.value = 5;
    cache.hits = 0;
    pthread_rwlock_unlock(&cache.lock);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, look, &zero);
    pthread_create(&b, NULL, look, &one);
    pthread_create(&c, NULL, store, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("%d\n", got[0] + got[1] >= 8);
}
