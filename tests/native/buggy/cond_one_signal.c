// Two threads may wait for the start, and one signal is given where all must be woken. The sleep only makes that rare.
// expect lost-signal @wait
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t started = PTHREAD_COND_INITIALIZER;
int start;

static void *runner(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (!start) {
        pthread_cond_wait(&started, &lock); // @wait
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *late_runner(void *arg) {
    usleep(20000);
    return runner(arg);
}

static void *starter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    start = 1;
    pthread_cond_signal(&started);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, runner, NULL);
    pthread_create(&c, NULL, starter, NULL);
    pthread_create(&b, NULL, late_runner, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("run\n");
}
