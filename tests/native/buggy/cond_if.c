// The condition is checked once, with if: a second consumer takes the item before the woken one has the lock again.
// expect crash @take
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;

static void *consume(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (items == 0) {
        pthread_cond_wait(&filled, &lock);
    }
    assert(items > 0); // @take
    items--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *produce(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        items++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, consume, NULL);
    pthread_create(&c, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("%d\n", items);
}
