// Whoever claims the log first, under the mutex, writes to it without the mutex; the other one never touches it.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int claimed;
int log_entry;

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int mine = !claimed;
    claimed = 1;
    pthread_mutex_unlock(&lock);
    if (mine) {
        log_entry = 5;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", log_entry);
}
