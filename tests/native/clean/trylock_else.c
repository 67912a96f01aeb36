// If the lock is not free, the work is put aside in an atomic counter instead.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int done;
atomic_int put_aside;

static void *work(void *arg) {
    (void)arg;
    if (pthread_mutex_trylock(&lock) == 0) {
        done++;
        pthread_mutex_unlock(&lock);
    } else {
        atomic_fetch_add(&put_aside, 1);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", done + atomic_load(&put_aside));
}
