// The second lock of an error-checking mutex fails with EDEADLK, which nobody looks at; its unlock releases the first one, and the
// caller goes on without a lock. The caller's own unlock then fails, too.
// expect race entries @rest @locked
// allow misuse @unlock
// allow atomicity careful @locked
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

static void *careless(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    note();
    entries++; // @rest
    pthread_mutex_unlock(&lock); // @unlock
    return NULL;
}

static void *careful(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    entries++; // @locked
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t checked;
    pthread_mutexattr_init(&checked);
    pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &checked);
    pthread_create(&a, NULL, careless, NULL);
    pthread_create(&b, NULL, careful, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", lines);
}
