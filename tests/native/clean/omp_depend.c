// A chain of tasks, ordered by what they depend on.
// flags: -fopenmp
#include <stdio.h>

int value, doubled, tripled;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : value)
        value = 7;
#pragma omp task depend(in : value)
        doubled = value * 2;
#pragma omp task depend(in : value)
        tripled = value * 3;
#pragma omp task depend(inout : value)
        value = 1;
    }
    printf("%d %d %d\n", value, doubled, tripled);
}
