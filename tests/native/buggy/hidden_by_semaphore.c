// As with a mutex, so with a semaphore that serves as one: its accidental order hides the race of the accesses around it.
// expect race last @before @after
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t mutex;
int sum;
int last;

static void *one(void *arg) {
    (void)arg;
    last = 1; // @before
    sem_wait(&mutex);
    sum += 1;
    sem_post(&mutex);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    sem_wait(&mutex);
    sum += 2;
    sem_post(&mutex);
    last = 2; // @after
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&mutex, 0, 1);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sum);
}
