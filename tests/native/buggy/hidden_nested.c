// position has the outer lock in one thread and the inner one in the other; the inner lock, taken later inside the outer, orders
// the two in the run (after the nested sections of Smaragdakis 2012).
// expect race position @outer @inner
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
int position;
int written;

static void *mover(void *arg) {
    (void)arg;
    pthread_mutex_lock(&outer);
    position++; // @outer
    pthread_mutex_lock(&inner);
    written++;
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return NULL;
}

static void *logger(void *arg) {
    (void)arg;
    pthread_mutex_lock(&inner);
    written++;
    pthread_mutex_unlock(&inner);
    pthread_mutex_lock(&inner);
    position = 0; // @inner
    pthread_mutex_unlock(&inner);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, mover, NULL);
    pthread_create(&b, NULL, logger, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", written);
}
