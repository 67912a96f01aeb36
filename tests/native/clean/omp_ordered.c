// The ordered part of a loop runs in the order of the iterations.
// flags: -fopenmp
#include <stdio.h>

int last, rising = 1;

int main(void) {
#pragma omp parallel for ordered schedule(dynamic) num_threads(2)
    for (int i = 1; i < 4; i++) {
#pragma omp ordered
        {
            rising &= last == i - 1;
            last = i;
        }
    }
    printf("%d %d\n", last, rising);
}
