// A semaphore meant as a mutex was made with two permits; both threads are inside at once.
// expect race n @inc @inc
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t mutex;
pthread_barrier_t inside;
int n;

static void *work(void *arg) {
    (void)arg;
    sem_wait(&mutex);
    pthread_barrier_wait(&inside);
    n++; // @inc
    sem_post(&mutex);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&mutex, 0, 2);
    pthread_barrier_init(&inside, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", n <= 2);
}
