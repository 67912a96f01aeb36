// The sum of a parallel loop, by a reduction.
// flags: -fopenmp
#include <stdio.h>

int numbers[4] = {1, 2, 3, 4};

int main(void) {
    int total = 0;
#pragma omp parallel for reduction(+ : total) num_threads(2)
    for (int i = 0; i < 4; i++)
        total += numbers[i];
    printf("%d\n", total);
}
