// A hash table with a lock for each of 16 parts of it, and a chain for each of 256 slots.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 16, SLOTS = 256 };
struct entry {
    unsigned key, count;
    struct entry *next;
};
static pthread_mutex_t locks[PARTS];
static struct entry *slots[SLOTS];
static long rounds;

static void add(unsigned key) {
    unsigned slot = key * 2654435761u >> 24;
    pthread_mutex_lock(&locks[slot % PARTS]);
    struct entry *entry = slots[slot];
    while (entry && entry->key != key)
        entry = entry->next;
    if (!entry) {
        entry = malloc(sizeof *entry);
        *entry = (struct entry){key, 0, slots[slot]};
        slots[slot] = entry;
    }
    entry->count++;
    pthread_mutex_unlock(&locks[slot % PARTS]);
}

static void *work(void *seed) {
    unsigned random = *(unsigned *)seed;
    for (long i = 0; i < rounds; i++) {
        random = random * 1103515245u + 12345u;
        add(random >> 16 & 1023);
    }
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t threads[2];
    unsigned seeds[2] = {1, 2};
    long sum = 0;
    rounds = count > 1 ? atol(arguments[1]) : 1000;
    for (int i = 0; i < PARTS; i++)
        pthread_mutex_init(&locks[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &seeds[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < SLOTS; i++)
        for (struct entry *entry = slots[i]; entry; entry = entry->next)
            sum += entry->count;
    printf("%ld\n", sum);
}
