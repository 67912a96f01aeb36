// A counter under the spin lock of pthreads.
#include <pthread.h>
#include <stdio.h>

pthread_spinlock_t spin;
int packets;

static void *work(void *arg) {
    (void)arg;
    pthread_spin_lock(&spin);
    packets++;
    pthread_spin_unlock(&spin);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_spin_destroy(&spin);
    printf("%d\n", packets);
}
