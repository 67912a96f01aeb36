// The lock is tried until a time that has passed, and the work is done whether the lock was got or not.
// expect race level @locked @late
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t held;
sem_t tried;
int level;

static void *holder(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    sem_post(&held);
    sem_wait(&tried);
    level += 1; // @locked
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *hasty(void *arg) {
    (void)arg;
    struct timespec past = {1, 0};
    sem_wait(&held);
    int got = pthread_mutex_timedlock(&lock, &past) == 0;
    sem_post(&tried);
    level += 2; // @late
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
    pthread_create(&b, NULL, hasty, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", level <= 3);
}
