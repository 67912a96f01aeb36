// main destroys a mutex that a thread still holds.
// expect misuse @destroy
// allow misuse @unlock
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t inside;
sem_t go_on;
int n;

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    sem_post(&inside);
    sem_wait(&go_on);
    n++;
    pthread_mutex_unlock(&lock); // @unlock
    return NULL;
}

int main(void) {
    pthread_t a;
    sem_init(&inside, 0, 0);
    sem_init(&go_on, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    sem_wait(&inside);
    pthread_mutex_destroy(&lock); // @destroy
    sem_post(&go_on);
    pthread_join(a, NULL);
    printf("%d\n", n);
}
