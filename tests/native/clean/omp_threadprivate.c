// What is threadprivate belongs to a thread's number, from one region to the next.
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

int own;
#pragma omp threadprivate(own)
int sum;

int main(void) {
    own = 10;
#pragma omp parallel copyin(own) num_threads(2)
    own += omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        sum += own;
    }
    printf("%d\n", sum);
}
