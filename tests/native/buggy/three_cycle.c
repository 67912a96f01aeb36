// Three locks, three threads, each takes two: no two of the threads invert an order, but all three together do.
// expect deadlock a b c @ab @bc @ca
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;

static void *ab(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // @ab
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *bc(void *arg) {
    (void)arg;
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&c); // @bc
    pthread_mutex_unlock(&c);
    pthread_mutex_unlock(&b);
    return NULL;
}

static void *ca(void *arg) {
    (void)arg;
    pthread_mutex_lock(&c);
    pthread_mutex_lock(&a); // @ca
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&c);
    return NULL;
}

int main(void) {
    pthread_t s, t, u;
    pthread_create(&s, NULL, ab, NULL);
    pthread_create(&t, NULL, bc, NULL);
    pthread_create(&u, NULL, ca, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    printf("done\n");
}
