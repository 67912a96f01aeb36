// One condition for both directions, and signal instead of broadcast: a consumer's signal wakes the other consumer instead of the
// producer, and all who are left sleep.
// expect lost-signal @full @empty
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int full;
int taken;

static void *produce(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (full) {
        pthread_cond_wait(&changed, &lock); // @full
    }
    full = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *consume(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!full) {
        pthread_cond_wait(&changed, &lock); // @empty
    }
    full = 0;
    taken++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b, c, d;
    pthread_create(&a, NULL, consume, NULL);
    pthread_create(&b, NULL, produce, NULL);
    pthread_create(&c, NULL, produce, NULL);
    pthread_create(&d, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    printf("%d\n", taken);
}
