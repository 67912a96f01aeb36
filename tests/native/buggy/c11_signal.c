// C11 threads: the flag is looked at in one critical section and waited for in another; the signal comes between the two.
// expect lost-signal @wait
#include <stdio.h>
#include <threads.h>

mtx_t lock;
cnd_t changed;
int ready;

static int waiter(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    int seen = ready;
    mtx_unlock(&lock);
    if (!seen) {
        mtx_lock(&lock);
        cnd_wait(&changed, &lock); // @wait
        mtx_unlock(&lock);
    }
    return 0;
}

static int setter(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    ready = 1;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    thrd_create(&a, waiter, NULL);
    thrd_create(&b, setter, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    printf("ready\n");
}
