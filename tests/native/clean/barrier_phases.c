// Fill, meet, sum, meet, clear: two phases, each closed by the barrier.
#include <pthread.h>
#include <stdio.h>

pthread_barrier_t meeting;
int cells[2];
int sums[2];

static void *work(void *arg) {
    int me = *(int *)arg;
    cells[me] = me + 1;
    pthread_barrier_wait(&meeting);
    sums[me] = cells[0] + cells[1];
    pthread_barrier_wait(&meeting);
    cells[me] = 0;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_barrier_destroy(&meeting);
    printf("%d %d\n", sums[0], sums[1]);
}
