// Each thread gets the address of the loop variable, not its value: main counts on while they read.
// expect race main.i @loop @arg
#include <pthread.h>
#include <stdio.h>

int seen[3];

static void *work(void *arg) {
    int me = *(int *)arg; // @arg
    if (me < 3) {
        __atomic_fetch_add(&seen[me], 1, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    int i;
    for (i = 0; i < 3; i++) { // @loop
        pthread_create(&threads[i], NULL, work, &i);
    }
    for (int j = 0; j < 3; j++) {
        pthread_join(threads[j], NULL);
    }
    printf("%d\n", seen[0] + seen[1] + seen[2] <= 3);
}
