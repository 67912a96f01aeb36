// A table is filled before the threads are made, and only read afterwards.
#include <pthread.h>
#include <stdio.h>

int table[4];
int sums[2];

static void *sum(void *arg) {
    int me = *(int *)arg;
    for (int i = 0; i < 4; i++) {
        sums[me] += table[i];
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    for (int i = 0; i < 4; i++) {
        table[i] = i + 1;
    }
    pthread_create(&a, NULL, sum, &zero);
    pthread_create(&b, NULL, sum, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", sums[0], sums[1]);
}
