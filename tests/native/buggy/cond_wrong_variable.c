// Of two producers, one signals the condition of the other direction: the consumer sleeps beside a full buffer.
// expect lost-signal @wait
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
int items;
int taken;

static void *consume(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (taken < 2) {
        while (items == 0) {
            pthread_cond_wait(&not_empty, &lock); // @wait
        }
        items--;
        taken++;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *right(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *wrong(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&b, NULL, wrong, NULL);
    pthread_create(&a, NULL, consume, NULL);
    pthread_create(&c, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("%d\n", taken);
}
