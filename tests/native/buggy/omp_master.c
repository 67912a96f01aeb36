// Only the master sets the size; unlike `single`, `master` has no barrier at its end.
// expect race size @set @get
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

int size;
int sizes[2];

int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        size = 3; // @set
        sizes[omp_get_thread_num()] = size; // @get
    }
    printf("%d\n", sizes[0]);
}
