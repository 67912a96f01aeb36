// Three philosophers; the last takes the right fork first, and breaks the cycle.
#include <pthread.h>
#include <stdio.h>

enum { SEATS = 3 };

pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int meals[SEATS];

static void *dine(void *arg) {
    int seat = *(int *)arg;
    int next = (seat + 1) % SEATS;
    int low = seat < next ? seat : next;
    int high = seat < next ? next : seat;
    pthread_mutex_lock(&forks[low]);
    pthread_mutex_lock(&forks[high]);
    meals[seat]++;
    pthread_mutex_unlock(&forks[high]);
    pthread_mutex_unlock(&forks[low]);
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
    printf("%d\n", meals[0] + meals[1] + meals[2]);
}
