// Locks in one order, a nested lock that is taken twice, and one that is only tried.
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

omp_lock_t first, second;
omp_nest_lock_t nested;
int a, b, tried;

static void twice(void) {
    omp_set_nest_lock(&nested);
    b++;
    omp_unset_nest_lock(&nested);
}

int main(void) {
    omp_init_lock(&first);
    omp_init_lock(&second);
    omp_init_nest_lock(&nested);
#pragma omp parallel num_threads(2)
    {
        omp_set_lock(&first);
        omp_set_lock(&second);
        a++;
        omp_unset_lock(&second);
        omp_unset_lock(&first);
        omp_set_nest_lock(&nested);
        twice();
        omp_unset_nest_lock(&nested);
        if (omp_test_lock(&first)) {
            tried = 1;
            omp_unset_lock(&first);
        }
    }
    omp_destroy_lock(&first);
    omp_destroy_lock(&second);
    omp_destroy_nest_lock(&nested);
    printf("%d %d %d\n", a, b, tried <= 1);
}
