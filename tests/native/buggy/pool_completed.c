// Two workers take jobs from a locked queue; the number of completed jobs is counted behind the unlock.
// expect race pool.completed @count @count
#include <pthread.h>
#include <stdio.h>

enum { JOBS = 4 };

struct {
    pthread_mutex_t lock;
    int next;
    int completed;
} pool = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

int results[JOBS];

static void *worker(void *arg) {
    (void)arg;
    for (int i = 0; i < JOBS / 2; i++) {
        pthread_mutex_lock(&pool.lock);
        int job = pool.next++;
        pthread_mutex_unlock(&pool.lock);
        results[job] = job * job;
        pool.completed++; // @count
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", results[3], pool.completed <= JOBS);
}
