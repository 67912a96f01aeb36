// Each thread gets a cell of its own for argument and result, on main's stack.
#include <pthread.h>
#include <stdio.h>

struct cell {
    int argument;
    int result;
};

static void *square(void *arg) {
    struct cell *cell = arg;
    cell->result = cell->argument * cell->argument;
    return &cell->result;
}

int main(void) {
    pthread_t threads[3];
    struct cell cells[3];
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        cells[i].argument = i + 1;
        pthread_create(&threads[i], NULL, square, &cells[i]);
    }
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        sum += *(int *)result;
    }
    printf("%d\n", sum);
}
