// Memory belongs to one thread after the other: to the parent, to its children, and after the joins to the parent again.
#include <pthread.h>
#include <stdio.h>

int numbers[4] = {1, 2, 3, 4};

struct range {
    int from;
    int to;
};

static void *fold(void *arg) {
    struct range *range = arg;
    if (range->to - range->from > 1) {
        int middle = (range->from + range->to) / 2;
        struct range left = {range->from, middle}, right = {middle, range->to};
        pthread_t child;
        pthread_create(&child, NULL, fold, &left);
        fold(&right);
        pthread_join(child, NULL);
        numbers[range->from] += numbers[middle];
    }
    return NULL;
}

int main(void) {
    struct range all = {0, 4};
    fold(&all);
    printf("%d\n", numbers[0]);
}
