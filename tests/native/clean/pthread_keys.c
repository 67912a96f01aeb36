// Memory of a pthread key: each thread makes its own block, and the key's destructor frees it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

pthread_key_t key;
atomic_int freed;
int sums[2];

static void drop(void *block) {
    free(block);
    atomic_fetch_add(&freed, 1);
}

static void add(int n) {
    int *mine = pthread_getspecific(key);
    if (mine == NULL) {
        mine = calloc(1, sizeof *mine);
        pthread_setspecific(key, mine);
    }
    *mine += n;
}

static void *work(void *arg) {
    int me = *(int *)arg;
    add(me + 1);
    add(me + 1);
    sums[me] = *(int *)pthread_getspecific(key);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_key_create(&key, drop);
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_key_delete(key);
    printf("%d %d %d\n", sums[0], sums[1], atomic_load(&freed));
}
