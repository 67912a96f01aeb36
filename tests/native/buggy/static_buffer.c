// A function returns the address of its static buffer, which the next call of any thread overwrites.
// expect race initial.buffer[] @fill @fill
// expect race initial.buffer[] @fill @take
#include <pthread.h>
#include <stdio.h>

char taken[2];

__attribute__((noinline)) static const char *initial(int id) {
    static char buffer[2];
    buffer[0] = (char)('A' + id); // @fill
    return buffer;
}

static void *work(void *arg) {
    int me = *(int *)arg;
    const char *text = initial(me);
    taken[me] = text[0]; // @take
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", taken[0] >= 'A' && taken[1] >= 'A');
}
