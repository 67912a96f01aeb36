// memcpy reads the whole configuration while another thread sets one field of it.
// expect race config.limit @copy @set
// allow race config @copy @set
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct config {
    char name[60];
    int limit;
};

struct config config;
struct config backup;
size_t length = sizeof(struct config);

static void *set(void *arg) {
    (void)arg;
    config.limit = 5; // @set
    return NULL;
}

static void *save(void *arg) {
    (void)arg;
    memcpy(&backup, &config, length); // @copy
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, save, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", backup.limit <= 5);
}
