// pthread_once: whoever comes first initialises, the others wait for the end of it.
#include <pthread.h>
#include <stdio.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int table;
int calls;
int got[2];

static void initialise(void) {
    calls++;
    table = 8;
}

static void *work(void *arg) {
    int me = *(int *)arg;
    pthread_once(&once, initialise);
    got[me] = table;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", calls, got[0] + got[1]);
}
