// A detached thread says that it is done one statement too early; main reads the result while it is written.
// expect race result @late @read
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t done;
int result;

static void *work(void *arg) {
    (void)arg;
    sem_post(&done);
    result = 7; // @late
    return NULL;
}

int main(void) {
    pthread_t a;
    sem_init(&done, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_detach(a);
    sem_wait(&done);
    int got = result; // @read
    printf("%d\n", got == 0 || got == 7);
}
