// Two threads write different bytes of a union; main reads the whole word behind the joins.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

union {
    uint32_t word;
    uint16_t halves[2];
} port;

static void *low(void *arg) {
    (void)arg;
    port.halves[0] = 0x0201;
    return NULL;
}

static void *high(void *arg) {
    (void)arg;
    port.halves[1] = 0x0403;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, low, NULL);
    pthread_create(&b, NULL, high, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%x\n", port.word);
}
