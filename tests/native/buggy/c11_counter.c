// C11 threads: the readers of the counter lock, one of its writers does not.
// expect race visits @locked @bare
// allow atomicity locked @locked
#include <stdio.h>
#include <threads.h>

mtx_t lock;
int visits;

static int locked(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    visits++; // @locked
    mtx_unlock(&lock);
    return 0;
}

static int bare(void *arg) {
    (void)arg;
    visits++; // @bare
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&lock, mtx_plain);
    thrd_create(&a, locked, NULL);
    thrd_create(&b, bare, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    printf("%d\n", visits <= 2);
}
