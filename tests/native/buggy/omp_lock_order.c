// Two sections take two locks in opposite orders.
// expect deadlock left right @lr @rl
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

omp_lock_t left, right;
int moved;

int main(void) {
    omp_init_lock(&left);
    omp_init_lock(&right);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            omp_set_lock(&left);
            omp_set_lock(&right); // @lr
            moved++;
            omp_unset_lock(&right);
            omp_unset_lock(&left);
        }
#pragma omp section
        {
            omp_set_lock(&right);
            omp_set_lock(&left); // @rl
            moved--;
            omp_unset_lock(&left);
            omp_unset_lock(&right);
        }
    }
    omp_destroy_lock(&left);
    omp_destroy_lock(&right);
    printf("%d\n", moved);
}
