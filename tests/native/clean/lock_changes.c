// A value has one lock before the barrier and another one behind it.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t early = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t late = PTHREAD_MUTEX_INITIALIZER;
pthread_barrier_t meeting;
int n;

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&early);
    n++;
    pthread_mutex_unlock(&early);
    pthread_barrier_wait(&meeting);
    pthread_mutex_lock(&late);
    n++;
    pthread_mutex_unlock(&late);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", n);
}
