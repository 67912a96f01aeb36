// One thread guards the counter with a spin lock, the other with a mutex.
// expect race packets @spin @mutex
// allow atomicity drop @mutex
// allow atomicity receive @spin
#include <pthread.h>
#include <stdio.h>

pthread_spinlock_t spin;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int packets;

static void *receive(void *arg) {
    (void)arg;
    pthread_spin_lock(&spin);
    packets++; // @spin
    pthread_spin_unlock(&spin);
    return NULL;
}

static void *drop(void *arg) {
    (void)arg;
    pthread_mutex_lock(&mutex);
    packets--; // @mutex
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, receive, NULL);
    pthread_create(&b, NULL, drop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_spin_destroy(&spin);
    printf("%d\n", packets <= 1);
}
