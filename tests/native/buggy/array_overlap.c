// Two threads work on the two halves of an array; the first goes one element too far.
// expect race numbers[] @double @double
#include <pthread.h>
#include <stdio.h>

int numbers[8] = {1, 1, 1, 1, 1, 1, 1, 1};

struct part {
    int from;
    int to;
};

static void *work(void *arg) {
    struct part *part = arg;
    for (int i = part->from; i < part->to; i++) {
        numbers[i] *= 2; // @double
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct part left = {0, 5}, right = {4, 8};
    pthread_create(&a, NULL, work, &left);
    pthread_create(&b, NULL, work, &right);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", numbers[4] <= 4);
}
