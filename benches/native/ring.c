// A producer and a consumer with a ring of 16 cells between them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 16 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static long cells[CELLS], first, filled, rounds;

static void *produce(void *unused) {
    (void)unused;
    for (long i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        while (filled == CELLS)
            pthread_cond_wait(&changed, &lock);
        cells[(first + filled++) % CELLS] = i;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consume(void *sum) {
    for (long i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        while (filled == 0)
            pthread_cond_wait(&changed, &lock);
        *(long *)sum += cells[first];
        first = (first + 1) % CELLS;
        filled--;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t producer, consumer;
    long sum = 0;
    rounds = count > 1 ? atol(arguments[1]) : 1000;
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, &sum);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    printf("%ld\n", sum);
}
