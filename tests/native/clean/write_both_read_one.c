// Who writes holds both locks, who reads holds one of them: no single lock protects the value, and no access is unprotected.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int value;
int fine[2];

static void *write_both(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    value = 3;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *read_a(void *arg) {
    (void)arg;
    pthread_mutex_lock(&a);
    fine[0] = value <= 3;
    pthread_mutex_unlock(&a);
    return NULL;
}

static void *read_b(void *arg) {
    (void)arg;
    pthread_mutex_lock(&b);
    fine[1] = value <= 3;
    pthread_mutex_unlock(&b);
    return NULL;
}

int main(void) {
    pthread_t s, t, u;
    pthread_create(&s, NULL, write_both, NULL);
    pthread_create(&t, NULL, read_a, NULL);
    pthread_create(&u, NULL, read_b, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    printf("%d %d %d\n", fine[0], fine[1], value);
}
