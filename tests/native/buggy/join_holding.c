// main waits for the end of a thread while it holds the lock that this thread may still need. The sleep only makes that rare.
// expect deadlock lock @need @join
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int n;

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock); // @need
    n++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    usleep(20000);
    pthread_mutex_lock(&lock);
    n++;
    pthread_join(a, NULL); // @join
    pthread_mutex_unlock(&lock);
    printf("%d\n", n);
}
