// Ownership passes by a flag under the mutex, without any wait: who does not see it set leaves the data alone.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int finished;
int data;
int copy = 9;

static void *writer(void *arg) {
    (void)arg;
    data = 9;
    pthread_mutex_lock(&lock);
    finished = 1;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int mine = finished;
    pthread_mutex_unlock(&lock);
    if (mine) {
        copy = data;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", copy);
}
