// Two semaphores pass one slot back and forth: no lock, and never two threads at it.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t empty;
sem_t full;
int slot;
int sum;

static void *produce(void *arg) {
    (void)arg;
    for (int i = 1; i <= 3; i++) {
        sem_wait(&empty);
        slot = i;
        sem_post(&full);
    }
    return NULL;
}

static void *consume(void *arg) {
    (void)arg;
    for (int i = 1; i <= 3; i++) {
        sem_wait(&full);
        sum += slot;
        sem_post(&empty);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sum);
}
