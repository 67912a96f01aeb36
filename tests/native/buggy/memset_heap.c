// memset clears a heap block of bytes while another thread reads from its middle.
// expect race heap @clear @read
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *buffer;
size_t length = 64;
int found;

static void *clear(void *arg) {
    (void)arg;
    memset(buffer, 0, length); // @clear
    return NULL;
}

static void *look(void *arg) {
    (void)arg;
    found = buffer[30]; // @read
    return NULL;
}

int main(void) {
    pthread_t a, b;
    buffer = malloc(length);
    memset(buffer, 1, length);
    pthread_create(&a, NULL, clear, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", found <= 1);
    free(buffer);
}
