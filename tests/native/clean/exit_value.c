// A thread ends by pthread_exit from a helper; cleanup handlers give its lock back.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int n;

static void unlock(void *mutex) {
    pthread_mutex_unlock(mutex);
}

static void leave(intptr_t value) {
    pthread_exit((void *)value);
}

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    n++;
    leave(4);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    void *first, *second;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, &first);
    pthread_join(b, &second);
    printf("%d %d\n", n, (int)((intptr_t)first + (intptr_t)second));
}
