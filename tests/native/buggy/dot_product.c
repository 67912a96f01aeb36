// The dot product of the pthreads tutorials: partial sums are private, but they are added to the total without the mutex.
// expect race dot.sum @add @add
#include <pthread.h>
#include <stdio.h>

enum { LENGTH = 4, THREADS = 2 };

struct {
    double a[LENGTH * THREADS];
    double b[LENGTH * THREADS];
    double sum;
} dot;

static void *partial(void *arg) {
    int start = *(int *)arg * LENGTH;
    double mine = 0;
    for (int i = start; i < start + LENGTH; i++) {
        mine += dot.a[i] * dot.b[i];
    }
    dot.sum += mine; // @add
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    int ids[THREADS];
    for (int i = 0; i < LENGTH * THREADS; i++) {
        dot.a[i] = 1;
        dot.b[i] = 1;
    }
    for (int i = 0; i < THREADS; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, partial, &ids[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    printf("%d\n", dot.sum <= LENGTH * THREADS);
}
