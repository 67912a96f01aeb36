// Only one thread of the team comes to the barrier: it waits for ever.
// expect lost-signal @wait
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1) {
#pragma omp barrier // @wait
        }
    }
    printf("never\n");
}
