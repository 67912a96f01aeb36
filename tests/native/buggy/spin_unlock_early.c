// A hand-made spin lock of an atomic flag, correct in itself; one thread reads the total again behind the unlock.
// expect race total @add @again
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

atomic_flag held = ATOMIC_FLAG_INIT;
int total;
int shown[2];

static void *work(void *arg) {
    int me = *(int *)arg;
    while (atomic_flag_test_and_set(&held)) {
        sched_yield();
    }
    total += 1; // @add
    atomic_flag_clear(&held);
    shown[me] = total; // @again
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", shown[0] + shown[1] <= 4);
}
