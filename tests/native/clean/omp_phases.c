// Each thread fills its own cell and reads its neighbour's behind a barrier; then the loop's own barrier orders two loops.
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

int cells[2], seen[2], squares[2], copies[2];

int main(void) {
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        cells[me] = me + 1;
#pragma omp barrier
        seen[me] = cells[1 - me];
#pragma omp for
        for (int i = 0; i < 2; i++)
            squares[i] = seen[i] * seen[i];
#pragma omp for
        for (int i = 0; i < 2; i++)
            copies[i] = squares[1 - i];
    }
    printf("%d %d\n", copies[0], copies[1]);
}
