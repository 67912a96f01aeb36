// Two locks in both orders; one of the threads goes through the gate, the other does not, so that it guards nothing.
// expect deadlock a b @ab @ba
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int n;

static void *ab(void *arg) {
    (void)arg;
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // @ab
    n += 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&gate);
    return NULL;
}

static void *ba(void *arg) {
    (void)arg;
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a); // @ba
    n += 2;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return NULL;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, ab, NULL);
    pthread_create(&t, NULL, ba, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    printf("%d\n", n);
}
