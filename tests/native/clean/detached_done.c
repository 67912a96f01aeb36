// A detached thread posts when all is written; main waits for the post instead of a join.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t done;
int result;

static void *work(void *arg) {
    (void)arg;
    result = 7;
    sem_post(&done);
    return NULL;
}

int main(void) {
    pthread_t a;
    sem_init(&done, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_detach(a);
    sem_wait(&done);
    printf("%d\n", result);
}
