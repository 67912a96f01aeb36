// Every thread adds to the counter in a critical section.
// flags: -fopenmp
#include <stdio.h>

int counter;

int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        counter++;
    }
    printf("%d\n", counter);
}
