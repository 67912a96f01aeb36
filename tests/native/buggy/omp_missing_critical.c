// Every thread of the region adds to the counter, and nothing makes one wait for the other.
// expect race counter @add @add
// flags: -fopenmp
#include <stdio.h>

int counter;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        counter++; // @add
    }
    printf("%d\n", counter <= 2);
}
