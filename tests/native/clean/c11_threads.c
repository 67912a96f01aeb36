// C11 threads: a mutex, a condition, call_once and results through join.
#include <stdio.h>
#include <threads.h>

once_flag once = ONCE_FLAG_INIT;
mtx_t lock;
cnd_t changed;
int ready;
int initialised;

static void initialise(void) {
    initialised++;
}

static int waiter(void *arg) {
    (void)arg;
    call_once(&once, initialise);
    mtx_lock(&lock);
    while (!ready) {
        cnd_wait(&changed, &lock);
    }
    mtx_unlock(&lock);
    return 1;
}

static int setter(void *arg) {
    (void)arg;
    call_once(&once, initialise);
    mtx_lock(&lock);
    ready = 1;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    return 2;
}

int main(void) {
    thrd_t a, b;
    int first, second;
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    thrd_create(&a, waiter, NULL);
    thrd_create(&b, setter, NULL);
    thrd_join(a, &first);
    thrd_join(b, &second);
    mtx_destroy(&lock);
    cnd_destroy(&changed);
    printf("%d %d\n", initialised, first + second);
}
