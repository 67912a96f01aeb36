// The task that fills the variable is not waited for before it is read.
// expect race answer @write @read
// flags: -fopenmp
#include <stdio.h>

int answer, seen;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        answer = 42; // @write
        seen = answer; // @read
    }
    printf("%d\n", seen <= 42);
}
