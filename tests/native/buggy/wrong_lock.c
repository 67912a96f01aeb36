// Both threads lock, but not the same mutex.
// expect race total @in @out
// allow atomicity in @in
// allow atomicity out @out
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t in_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t out_lock = PTHREAD_MUTEX_INITIALIZER;
int total = 10;

static void *in(void *arg) {
    (void)arg;
    pthread_mutex_lock(&in_lock);
    total += 3; // @in
    pthread_mutex_unlock(&in_lock);
    return NULL;
}

static void *out(void *arg) {
    (void)arg;
    pthread_mutex_lock(&out_lock);
    total -= 3; // @out
    pthread_mutex_unlock(&out_lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, in, NULL);
    pthread_create(&b, NULL, out, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", total <= 13);
}
