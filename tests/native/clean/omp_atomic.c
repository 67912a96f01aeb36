// A counter that is only touched atomically, and one of a type for which there is no instruction.
// flags: -fopenmp -latomic
#include <stdio.h>

int counter;
long double area;

int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
        counter++;
#pragma omp atomic
        area += 0.5L;
    }
    printf("%d %d\n", counter, (int)area);
}
