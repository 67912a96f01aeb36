// The textbook's bounded buffer: two conditions, loops, signals under the mutex.
#include <pthread.h>
#include <stdio.h>

enum { CAPACITY = 2, ITEMS = 3 };

struct {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    pthread_cond_t not_full;
    int cells[CAPACITY];
    int first;
    int count;
} buffer = {.lock = PTHREAD_MUTEX_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER, .not_full = PTHREAD_COND_INITIALIZER};

int sum;

static void *produce(void *arg) {
    (void)arg;
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&buffer.lock);
        while (buffer.count == CAPACITY) {
            pthread_cond_wait(&buffer.not_full, &buffer.lock);
        }
        buffer.cells[(buffer.first + buffer.count) % CAPACITY] = i;
        buffer.count++;
        pthread_cond_signal(&buffer.not_empty);
        pthread_mutex_unlock(&buffer.lock);
    }
    return NULL;
}

static void *consume(void *arg) {
    (void)arg;
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&buffer.lock);
        while (buffer.count == 0) {
            pthread_cond_wait(&buffer.not_empty, &buffer.lock);
        }
        sum += buffer.cells[buffer.first];
        buffer.first = (buffer.first + 1) % CAPACITY;
        buffer.count--;
        pthread_cond_signal(&buffer.not_full);
        pthread_mutex_unlock(&buffer.lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sum);
}
