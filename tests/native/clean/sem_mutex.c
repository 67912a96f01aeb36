// A semaphore with one permit as a mutex.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t mutex;
int n;

static void *work(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&mutex);
        n++;
        sem_post(&mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&mutex, 0, 1);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    sem_destroy(&mutex);
    printf("%d\n", n);
}
