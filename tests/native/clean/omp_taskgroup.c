// A group waits for the tasks of its tasks, too.
// flags: -fopenmp
#include <stdio.h>

int inner, outer, sum;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                inner = 1;
                outer = 2;
            }
        }
        sum = inner + outer;
    }
    printf("%d\n", sum);
}
