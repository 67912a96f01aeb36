// Two semaphores serve as mutexes and are taken in opposite orders.
// expect lost-signal @lr @rl
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t left;
sem_t right;

static void *lr(void *arg) {
    (void)arg;
    sem_wait(&left);
    sem_wait(&right); // @lr
    sem_post(&right);
    sem_post(&left);
    return NULL;
}

static void *rl(void *arg) {
    (void)arg;
    sem_wait(&right);
    sem_wait(&left); // @rl
    sem_post(&left);
    sem_post(&right);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&left, 0, 1);
    sem_init(&right, 0, 1);
    pthread_create(&a, NULL, lr, NULL);
    pthread_create(&b, NULL, rl, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("done\n");
}
