// The sum of a parallel loop is shared, but no reduction.
// expect race total @add @add
// flags: -fopenmp
#include <stdio.h>

int total;
int numbers[4] = {1, 2, 3, 4};

__attribute__((noinline)) static void add(int number) {
    total += number; // @add
}

int main(void) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 4; i++)
        add(numbers[i]);
    printf("%d\n", total <= 10);
}
