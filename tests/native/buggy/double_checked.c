// Double-checked locking with a plain pointer: the first check races with the store under the lock. Nothing then orders the use of
// what it points to behind its initialisation.
// expect race instance @check @publish
// allow race config.limit @fill @use
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct config {
    int limit;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct config *instance;
int limits[2];

static struct config *get(void) {
    struct config *config = instance; // @check
    if (config == NULL) {
        pthread_mutex_lock(&lock);
        config = instance;
        if (config == NULL) {
            config = malloc(sizeof *config);
            config->limit = 10; // @fill
            instance = config; // @publish
        }
        pthread_mutex_unlock(&lock);
    }
    return config;
}

static void *work(void *arg) {
    limits[*(int *)arg] = get()->limit; // @use
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
