// Three philosophers, each takes the left fork first: a cycle of three threads at one source line.
// expect deadlock forks[] @second
#include <pthread.h>
#include <stdio.h>

enum { SEATS = 3 };

pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *dine(void *arg) {
    int seat = *(int *)arg;
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % SEATS]); // @second
    pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
    pthread_mutex_unlock(&forks[seat]);
    return NULL;
}

int main(void) {
    pthread_t threads[SEATS];
    int seats[SEATS];
    for (int i = 0; i < SEATS; i++) {
        seats[i] = i;
        pthread_create(&threads[i], NULL, dine, &seats[i]);
    }
    for (int i = 0; i < SEATS; i++) {
        pthread_join(threads[i], NULL);
    }
    printf("fed\n");
}
