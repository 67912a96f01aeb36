// Each thread fills its own cell and then reads its neighbour's: between the two there should be a barrier.
// expect race cells[] @fill @look
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

int cells[2], seen[2];

int main(void) {
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        cells[me] = me + 1; // @fill
        seen[me] = cells[1 - me]; // @look
    }
    printf("%d\n", seen[0] + seen[1] <= 3);
}
