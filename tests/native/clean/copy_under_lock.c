// memcpy, memset and a structure assignment, all under the lock of the field accesses.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct config {
    char name[60];
    int limit;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct config config;
struct config backup;
size_t length = sizeof(struct config);
int ok;

static void *set(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    config.limit = 5;
    memset(config.name, 'x', sizeof config.name);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *save(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    memcpy(&backup, &config, length);
    pthread_mutex_unlock(&lock);
    ok = backup.limit == 5 ? backup.name[0] == 'x' : backup.name[0] == 0;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, save, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", ok);
}
