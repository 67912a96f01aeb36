// The early return of an empty queue forgets the unlock; the thread ends, and nobody else ever gets the lock.
// expect deadlock lock @put
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int items;

static void *take(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    if (items == 0) {
        return NULL;
    }
    items--;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *put(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock); // @put
    items++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, put, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", items);
}
