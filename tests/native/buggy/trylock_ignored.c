// The result of trylock decides only about the unlock: when it fails, the counter is changed without the lock.
// expect race n @locked @bare
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t held;
sem_t tried;
int n;

static void *holder(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    sem_post(&held);
    sem_wait(&tried);
    n++; // @locked
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *trier(void *arg) {
    (void)arg;
    sem_wait(&held);
    int got = pthread_mutex_trylock(&lock) == 0;
    sem_post(&tried);
    n++; // @bare
    if (got) {
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&held, 0, 0);
    sem_init(&tried, 0, 0);
    pthread_create(&a, NULL, holder, NULL);
    pthread_create(&b, NULL, trier, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", n <= 2);
}
