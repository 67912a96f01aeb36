// Two threads work on the two halves of an array.
#include <pthread.h>
#include <stdio.h>

int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};

struct part {
    int from;
    int to;
};

static void *work(void *arg) {
    struct part *part = arg;
    for (int i = part->from; i < part->to; i++) {
        numbers[i] *= 2;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct part left = {0, 4}, right = {4, 8};
    pthread_create(&a, NULL, work, &left);
    pthread_create(&b, NULL, work, &right);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        sum += numbers[i];
    }
    printf("%d\n", sum);
}
