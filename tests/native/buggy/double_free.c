// Two threads may both find the buffer there, and both free it.
// expect race buffer @check @clear
// allow race buffer @clear @clear
// allow race heap @free @free
// allow misuse @free
// allow crash @free
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

char *buffer;

static void *drop(void *arg) {
    (void)arg;
    char *mine = buffer; // @check
    if (mine != NULL) {
        free(mine); // @free
        buffer = NULL; // @clear
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    buffer = malloc(40);
    pthread_create(&a, NULL, drop, NULL);
    pthread_create(&b, NULL, drop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", buffer == NULL);
}
