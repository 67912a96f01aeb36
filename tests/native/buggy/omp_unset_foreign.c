// A lock is given back by another thread than the one that took it.
// expect misuse @unset
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

omp_lock_t lock;

int main(void) {
    omp_init_lock(&lock);
    omp_set_lock(&lock);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            omp_unset_lock(&lock); // @unset
    }
    printf("done\n");
}
