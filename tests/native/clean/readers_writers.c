// A read/write lock made by hand from a mutex and a condition; what it protects is accessed without the mutex.
#include <pthread.h>
#include <stdio.h>

struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int readers;
    int writing;
} rw = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

int x;
int y;
int same[2];

static void *reader(void *arg) {
    int me = *(int *)arg;
    pthread_mutex_lock(&rw.lock);
    while (rw.writing) {
        pthread_cond_wait(&rw.changed, &rw.lock);
    }
    rw.readers++;
    pthread_mutex_unlock(&rw.lock);
    same[me] = x == y;
    pthread_mutex_lock(&rw.lock);
    rw.readers--;
    pthread_cond_broadcast(&rw.changed);
    pthread_mutex_unlock(&rw.lock);
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    pthread_mutex_lock(&rw.lock);
    while (rw.writing || rw.readers > 0) {
        pthread_cond_wait(&rw.changed, &rw.lock);
    }
    rw.writing = 1;
    pthread_mutex_unlock(&rw.lock);
    x++;
    y++;
    pthread_mutex_lock(&rw.lock);
    rw.writing = 0;
    pthread_cond_broadcast(&rw.changed);
    pthread_mutex_unlock(&rw.lock);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, reader, &zero);
    pthread_create(&b, NULL, writer, NULL);
    pthread_create(&c, NULL, reader, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("%d %d %d\n", same[0], same[1], x);
}
