// The second loop reads what the first has written, in another order, but nobody waits at the end of the first.
// expect race squares[] @write @read
// flags: -fopenmp
#include <stdio.h>

int squares[4], copies[4];

int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp for nowait
        for (int i = 0; i < 4; i++)
            squares[i] = i * i; // @write
#pragma omp for
        for (int i = 0; i < 4; i++)
            copies[i] = squares[3 - i]; // @read
    }
    printf("%d\n", copies[0] <= 9);
}
