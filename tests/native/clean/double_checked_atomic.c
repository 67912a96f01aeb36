// Double-checked locking with an atomic pointer: acquire in front, release under the lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct config {
    int limit;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
_Atomic(struct config *) instance;
int limits[2];

static struct config *get(void) {
    struct config *config = atomic_load_explicit(&instance, memory_order_acquire);
    if (config == NULL) {
        pthread_mutex_lock(&lock);
        config = atomic_load_explicit(&instance, memory_order_relaxed);
        if (config == NULL) {
            config = malloc(sizeof *config);
            config->limit = 10;
            atomic_store_explicit(&instance, config, memory_order_release);
        }
        pthread_mutex_unlock(&lock);
    }
    return config;
}

static void *work(void *arg) {
    limits[*(int *)arg] = get()->limit;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", limits[0] + limits[1]);
    free(instance);
}
