// Two locks in both orders, but always behind a third one (the gate of section 3 of Havelund 2000).
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int n;

static void both(pthread_mutex_t *first, pthread_mutex_t *second, int add) {
    pthread_mutex_lock(&gate);
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    n += add;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    pthread_mutex_unlock(&gate);
}

static void *ab(void *arg) {
    (void)arg;
    both(&a, &b, 1);
    return NULL;
}

static void *ba(void *arg) {
    (void)arg;
    both(&b, &a, 2);
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
