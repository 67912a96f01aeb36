// The state changes under the mutex, the signal is given behind the unlock. That is allowed: the waiter cannot miss the state.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int items;
int taken;

static void *consume(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (items == 0) {
        pthread_cond_wait(&changed, &lock);
    }
    items--;
    taken++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *produce(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    items++;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&changed);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, consume, NULL);
    pthread_create(&b, NULL, produce, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", taken);
}
