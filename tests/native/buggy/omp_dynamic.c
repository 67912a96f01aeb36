// An iteration reads what the one before it writes; the dynamic schedule gives them to different threads.
// expect race chain[] @link @link
// flags: -fopenmp
#include <stdio.h>

int chain[3] = {1, 0, 0};

int main(void) {
#pragma omp parallel for num_threads(2) schedule(dynamic)
    for (int i = 1; i < 3; i++)
        chain[i] = chain[i - 1] + 1; // @link
    printf("%d\n", chain[2] <= 3);
}
