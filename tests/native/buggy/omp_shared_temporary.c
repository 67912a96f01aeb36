// The variable for intermediate results is declared outside of the loop, so all threads have the same.
// expect race temporary @set @use
// expect race temporary @set @set
// flags: -fopenmp
#include <stdio.h>

int temporary;
int results[2];

__attribute__((noinline)) static int twice(void) {
    return temporary * 2; // @use
}

int main(void) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++) {
        temporary = i + 1; // @set
        results[i] = twice();
    }
    printf("%d\n", results[0] + results[1] <= 8);
}
