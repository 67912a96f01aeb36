// The one thread that the barrier chooses adds up what all have written; a second meeting makes the sum visible to all.
#include <pthread.h>
#include <stdio.h>

pthread_barrier_t meeting;
int cells[3];
int sum;
int seen[3];

static void *work(void *arg) {
    int me = *(int *)arg;
    cells[me] = me + 1;
    if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD) {
        sum = cells[0] + cells[1] + cells[2];
    }
    pthread_barrier_wait(&meeting);
    seen[me] = sum;
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    int ids[3] = {0, 1, 2};
    pthread_barrier_init(&meeting, NULL, 3);
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, work, &ids[i]);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    printf("%d %d %d\n", seen[0], seen[1], seen[2]);
}
