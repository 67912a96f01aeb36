// The writer's section and the reader's are ordered by accident of the run; what stands before the one and behind the other is
// not ordered by the lock.
// expect race state @before @after
#include <pthread.h>
#include <stdio.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int table = 1;
int state;
int copy;

static void *writer(void *arg) {
    (void)arg;
    state = 1; // @before
    pthread_rwlock_wrlock(&lock);
    table = 2;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&lock);
    copy = table;
    pthread_rwlock_unlock(&lock);
    state = 2; // @after
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", copy > 0);
}
