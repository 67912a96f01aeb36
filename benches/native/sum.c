// Each thread fills an array of its own and adds it up: no memory is shared but the two results.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long length, sums[2];

static void *work(void *which) {
    int *numbers = malloc(length * sizeof(int));
    for (long i = 0; i < length; i++)
        numbers[i] = i & 15;
    long sum = 0;
    for (long i = 0; i < length; i++)
        sum += numbers[i];
    free(numbers);
    *(long *)which = sum;
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t threads[2];
    length = count > 1 ? atol(arguments[1]) : 1000;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &sums[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%ld\n", sums[0] + sums[1]);
}
