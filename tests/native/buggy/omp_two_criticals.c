// Critical sections with different names do not keep each other out.
// expect race stock @take @put
// allow atomicity take @take
// allow atomicity put @put
// flags: -fopenmp
#include <stdio.h>

int stock = 5;

__attribute__((noinline)) static void take(void) {
#pragma omp critical(taking)
    stock--; // @take
}

__attribute__((noinline)) static void put(void) {
#pragma omp critical(putting)
    stock++; // @put
}

int main(void) {
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        take();
#pragma omp section
        put();
    }
    printf("%d\n", stock > 0);
}
