// Two tasks add to the same result. They may run at the same time, on two threads.
// expect race result @first @second
// flags: -fopenmp
#include <stdio.h>

int result;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        result += 1; // @first
#pragma omp task
        result += 2; // @second
    }
    printf("%d\n", result <= 3);
}
