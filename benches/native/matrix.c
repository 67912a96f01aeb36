// Two square matrices are multiplied, half of the rows by each thread.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long size;
static double *left, *right, *product;

static void *work(void *half) {
    long from = *(int *)half * size / 2, to = (*(int *)half + 1) * size / 2;
    for (long row = from; row < to; row++)
        for (long column = 0; column < size; column++) {
            double sum = 0;
            for (long i = 0; i < size; i++)
                sum += left[row * size + i] * right[i * size + column];
            product[row * size + column] = sum;
        }
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t threads[2];
    int halves[2] = {0, 1};
    size = count > 1 ? atol(arguments[1]) : 16;
    left = malloc(size * size * sizeof(double));
    right = malloc(size * size * sizeof(double));
    product = malloc(size * size * sizeof(double));
    for (long i = 0; i < size * size; i++) {
        left[i] = i % 7;
        right[i] = i % 5;
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &halves[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%g\n", product[size + 1]);
}
