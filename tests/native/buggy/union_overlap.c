// One thread writes a word, the other reads one byte of it through the other member of the union.
// expect race port.word @word @byte
// allow race port.bytes[] @word @byte
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

union {
    uint32_t word;
    uint8_t bytes[4];
} port;

int low;

static void *put(void *arg) {
    (void)arg;
    port.word = 0x04030201; // @word
    return NULL;
}

static void *get(void *arg) {
    (void)arg;
    low = port.bytes[1]; // @byte
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, put, NULL);
    pthread_create(&b, NULL, get, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", low <= 2);
}
