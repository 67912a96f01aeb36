// Readers read under the read lock, the writer writes under the write lock.
#include <pthread.h>
#include <stdio.h>

struct {
    pthread_rwlock_t lock;
    int x;
    int y;
} table = {PTHREAD_RWLOCK_INITIALIZER, 0, 0};

int same[2];

static void *reader(void *arg) {
    int me = *(int *)arg;
    pthread_rwlock_rdlock(&table.lock);
    same[me] = table.x == table.y;
    pthread_rwlock_unlock(&table.lock);
    return NULL;
}

static void *writer(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&table.lock);
    table.x++;
    table.y++;
    pthread_rwlock_unlock(&table.lock);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, reader, &zero);
    pthread_create(&b, NULL, writer, NULL);
    pthread_create(&c, NULL, reader, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("%d %d %d\n", same[0], same[1], table.x);
}
