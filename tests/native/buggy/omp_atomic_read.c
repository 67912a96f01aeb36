// The counter is added to atomically, and read plainly.
// expect race done @add @look
// flags: -fopenmp
#include <stdio.h>

int done, seen;

int main(void) {
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            _Pragma("omp atomic") done++; // @add
        }
#pragma omp section
        seen = done; // @look
    }
    printf("%d\n", seen <= 1);
}
