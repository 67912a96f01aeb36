// One thread reads the configuration, the others wait for it; then the value is handed to all of them.
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

int configuration;
int seen[2], copies[2];

int main(void) {
#pragma omp parallel num_threads(2)
    {
        int own;
#pragma omp single
        configuration = 5;
        seen[omp_get_thread_num()] = configuration;
#pragma omp single copyprivate(own)
        own = configuration + 1;
        copies[omp_get_thread_num()] = own;
    }
    printf("%d %d\n", seen[0] + seen[1], copies[0] + copies[1]);
}
