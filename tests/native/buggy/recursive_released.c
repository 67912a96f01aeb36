// A helper releases a recursive mutex twice, its own level and its caller's: the rest of the caller's section is unprotected.
// expect race length @tail @append
// allow atomicity append @append
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock;
int length;

static void clear(void) {
    pthread_mutex_lock(&lock);
    length = 0;
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
}

static void *restart(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    clear();
    length++; // @tail
    return NULL;
}

static void *append(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    length++; // @append
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_create(&a, NULL, restart, NULL);
    pthread_create(&b, NULL, append, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", length <= 2);
}
