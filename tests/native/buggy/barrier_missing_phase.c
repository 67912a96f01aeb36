// The threads meet between filling and summing, but not between summing and clearing: one clears what the other still adds up.
// expect race cells[] @sum @clear
#include <pthread.h>
#include <stdio.h>

pthread_barrier_t filled;
int cells[2];
int sums[2];

static void *work(void *arg) {
    int me = *(int *)arg;
    cells[me] = me + 1;
    pthread_barrier_wait(&filled);
    sums[me] = cells[0] + cells[1]; // @sum
    cells[me] = 0; // @clear
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_barrier_init(&filled, NULL, 2);
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sums[0] + sums[1] <= 6);
}
