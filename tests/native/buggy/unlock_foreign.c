// A mutex is locked by one thread and unlocked by another, as if it were a semaphore.
// expect misuse @foreign
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;
sem_t locked;
int data;

static void *begin(void *arg) {
    (void)arg;
    pthread_mutex_lock(&busy);
    data = 1;
    sem_post(&locked);
    return NULL;
}

static void *finish(void *arg) {
    (void)arg;
    sem_wait(&locked);
    data = 2;
    pthread_mutex_unlock(&busy); // @foreign
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&locked, 0, 0);
    pthread_create(&a, NULL, begin, NULL);
    pthread_create(&b, NULL, finish, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", data);
}
