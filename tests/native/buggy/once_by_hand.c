// Initialisation "once", by a plain flag that is set before the work is done: the second thread may use what is not there yet.
// expect race initialised @check @set
// expect race table[] @fill @use
// allow race initialised @set @set
// allow race table[] @fill @fill
#include <pthread.h>
#include <stdio.h>

int initialised;
int table[2];
int used[2];

static void initialise(void) {
    if (!initialised) { // @check
        initialised = 1; // @set
        table[0] = 3; // @fill
    }
}

static void *work(void *arg) {
    int me = *(int *)arg;
    initialise();
    used[me] = table[0]; // @use
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", used[0] + used[1] <= 6);
}
