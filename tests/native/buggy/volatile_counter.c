// In C, volatile makes an access happen; it makes nothing atomic and orders no threads.
// expect race hits @hit @hit
// expect race hits @hit @poll
#include <pthread.h>
#include <stdio.h>

volatile int hits;

static void *hit(void *arg) {
    (void)arg;
    hits++; // @hit
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, hit, NULL);
    pthread_create(&b, NULL, hit, NULL);
    int early = hits; // @poll
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", early <= hits);
}
