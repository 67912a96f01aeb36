// A recursive mutex is locked again by a helper; the outer section ends with the outermost unlock.
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock;
int entries;
int lines;

static void note(void) {
    pthread_mutex_lock(&lock);
    lines++;
    pthread_mutex_unlock(&lock);
}

static void *work(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    note();
    entries++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_destroy(&lock);
    printf("%d %d\n", entries, lines);
}
