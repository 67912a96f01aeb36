// A pointer is tested in one atomic read and followed in another; in between the other thread clears it.
// expect crash @follow
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

int value = 5;
_Atomic(int *) current = &value;
int got;

static void *use(void *arg) {
    (void)arg;
    if (atomic_load(&current) != NULL) {
        got = *atomic_load(&current); // @follow
    }
    return NULL;
}

static void *clear(void *arg) {
    (void)arg;
    atomic_store(&current, NULL);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, clear, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", got <= 5);
}
