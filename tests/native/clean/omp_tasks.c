// Tasks fill their own cells, and are waited for before the sum is taken.
// flags: -fopenmp
#include <stdio.h>

int cells[2], sum;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        cells[0] = 1;
#pragma omp task
        cells[1] = 2;
#pragma omp taskwait
        sum = cells[0] + cells[1];
    }
    printf("%d\n", sum);
}
