// Tasks keep their notes by the number of their thread: no two tasks run on one thread at the same time.
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

int notes[2];

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 3; i++) {
#pragma omp task
        notes[omp_get_thread_num()] += 1;
    }
    printf("%d\n", notes[0] + notes[1]);
}
