// The second task says that it depends on the first; the third does not.
// expect race value @write @read
// flags: -fopenmp
#include <stdio.h>

int value, good, bad;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : value)
        value = 7; // @write
#pragma omp task depend(in : value)
        good = value;
#pragma omp task
        bad = value; // @read
    }
    printf("%d\n", good + bad <= 14);
}
