// y is incremented before the lock in one thread and after it in the other: a happens-before detector sees the race only in the
// rarer of the two orders (after Listing 1.1 of Carril 2015).
// expect race y @before @after
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
int y;

static void *one(void *arg) {
    (void)arg;
    y++; // @before
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return NULL;
}

static void *two(void *arg) {
    (void)arg;
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    y++; // @after
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", x);
}
