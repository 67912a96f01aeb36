// Peterson's mutual exclusion on volatile variables. It excludes under sequential consistency, so that the counter itself is safe
// there; C promises that only for atomics, and the variables of the protocol race.
// expect race wants[] @want @spin
// expect race turn @give @give
// allow race wants[] @spin @leave
// allow race turn @give @spin
// allow race counter @inc @inc
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

volatile int wants[2];
volatile int turn;
int counter;

static void *work(void *arg) {
    int me = *(int *)arg;
    int other = 1 - me;
    wants[me] = 1; // @want
    turn = other; // @give
    while (wants[other] && turn == other) { // @spin
        sched_yield();
    }
    counter++; // @inc
    wants[me] = 0; // @leave
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", counter <= 2);
}
