// One thread takes the locks in the wrong order, but only tries the second; if it fails it begins again in the right order.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int n;

static void *ordered(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    n += 1;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *polite(void *arg) {
    (void)arg;
    pthread_mutex_lock(&b);
    if (pthread_mutex_trylock(&a) != 0) {
        pthread_mutex_unlock(&b);
        pthread_mutex_lock(&a);
        pthread_mutex_lock(&b);
    }
    n += 2;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, ordered, NULL);
    pthread_create(&t, NULL, polite, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    printf("%d\n", n);
}
