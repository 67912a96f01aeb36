// The access lies between two critical sections of one lock, in both threads: whichever comes first, the lock orders the two in
// that run (after Smaragdakis 2012, where a second section closes the gap).
// expect race latest @latest @latest
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int tickets;
int finished;
int latest;

static void *work(void *arg) {
    int me = *(int *)arg;
    pthread_mutex_lock(&lock);
    tickets++;
    pthread_mutex_unlock(&lock);
    latest = me; // @latest
    pthread_mutex_lock(&lock);
    finished++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, work, &one);
    pthread_create(&b, NULL, work, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", tickets, finished);
}
