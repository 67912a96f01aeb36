// A function gives a thread the address of its local variable, clears the variable, and returns.
// expect race submit.job @clear @read
// allow misuse @read
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t submitted;
int result;

static void *work(void *arg) {
    result = *(int *)arg; // @read
    return NULL;
}

__attribute__((noinline)) static void submit(pthread_t *thread) {
    int job = 7;
    pthread_create(thread, NULL, work, &job);
    job = 0; // @clear
    sem_post(&submitted);
}

int main(void) {
    pthread_t a;
    sem_init(&submitted, 0, 0);
    submit(&a);
    pthread_join(a, NULL);
    printf("%d\n", result != 1);
}
