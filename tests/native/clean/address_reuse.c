// Each thread allocates, writes and frees; the allocator may give the second thread the address of the first one's block.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int sums[2];

static void *work(void *arg) {
    int me = *(int *)arg;
    int *block = malloc(4 * sizeof *block);
    for (int i = 0; i < 4; i++) {
        block[i] = me + i;
    }
    sums[me] = block[0] + block[3];
    free(block);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", sums[0], sums[1]);
}
