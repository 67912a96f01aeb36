// A producer posts only if no permit is there yet: two items then share one permit, and the consumer waits for the second for ever.
// expect lost-signal @wait
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t items;
int taken;

static void *produce(void *arg) {
    (void)arg;
    int value;
    sem_getvalue(&items, &value);
    if (value == 0) {
        sem_post(&items);
    }
    return NULL;
}

static void *consume(void *arg) {
    (void)arg;
    for (int i = 0; i < 2; i++) {
        sem_wait(&items); // @wait
        taken++;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    sem_init(&items, 0, 0);
    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&c, NULL, consume, NULL);
    pthread_create(&b, NULL, produce, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("%d\n", taken);
}
