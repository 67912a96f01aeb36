// Two threads wait for one event, and all are woken.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t started = PTHREAD_COND_INITIALIZER;
int start;
int running;

static void *runner(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!start) {
        pthread_cond_wait(&started, &lock);
    }
    running++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *starter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    start = 1;
    pthread_cond_broadcast(&started);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, runner, NULL);
    pthread_create(&b, NULL, runner, NULL);
    pthread_create(&c, NULL, starter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("%d\n", running);
}
