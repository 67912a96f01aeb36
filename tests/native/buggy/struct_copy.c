// A structure is copied while another thread changes one of its fields: the copy may be half old, half new.
// expect race position.y @copy @move
// allow race position @copy @move
#include <pthread.h>
#include <stdio.h>

struct point {
    long x;
    long y;
};

struct point position;
struct point snapshot;

static void *move(void *arg) {
    (void)arg;
    position.y = 2; // @move
    return NULL;
}

static void *record(void *arg) {
    (void)arg;
    snapshot = position; // @copy
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, move, NULL);
    pthread_create(&b, NULL, record, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", snapshot.y <= 2);
}
