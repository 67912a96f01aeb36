// Two workers take jobs from a queue until it is closed; results go to cells of their own.
#include <pthread.h>
#include <stdio.h>

enum { JOBS = 3 };

struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int jobs[JOBS];
    int put;
    int taken;
    int closed;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

int results[JOBS];

static int take(void) {
    pthread_mutex_lock(&queue.lock);
    while (queue.taken == queue.put && !queue.closed) {
        pthread_cond_wait(&queue.changed, &queue.lock);
    }
    int job = queue.taken < queue.put ? queue.jobs[queue.taken++] : -1;
    pthread_mutex_unlock(&queue.lock);
    return job;
}

static void *worker(void *arg) {
    (void)arg;
    for (int job = take(); job >= 0; job = take()) {
        results[job] = job * job;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    for (int i = 0; i < JOBS; i++) {
        pthread_mutex_lock(&queue.lock);
        queue.jobs[queue.put++] = i;
        pthread_cond_signal(&queue.changed);
        pthread_mutex_unlock(&queue.lock);
    }
    pthread_mutex_lock(&queue.lock);
    queue.closed = 1;
    pthread_cond_broadcast(&queue.changed);
    pthread_mutex_unlock(&queue.lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d %d\n", results[0], results[1], results[2]);
}
