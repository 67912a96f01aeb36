// Two threads draw tickets from one counter, and note the largest by compare and swap.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long next, largest;
static long rounds;

static void *work(void *unused) {
    (void)unused;
    for (long i = 0; i < rounds; i++) {
        long ticket = atomic_fetch_add(&next, 1);
        long seen = atomic_load(&largest);
        while (seen < ticket && !atomic_compare_exchange_weak(&largest, &seen, ticket))
            ;
    }
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t threads[2];
    rounds = count > 1 ? atol(arguments[1]) : 1000;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%ld %ld\n", atomic_load(&next), atomic_load(&largest));
}
