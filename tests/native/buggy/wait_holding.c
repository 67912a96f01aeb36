// A thread waits for a condition while it holds a second lock, which one of the signalling threads needs first: the wait gives back
// only its own mutex.
// expect lost-signal @enter @wait
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int parts;

static void add(void) {
    pthread_mutex_lock(&inner);
    parts++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&inner);
}

static void *careful(void *arg) {
    (void)arg;
    pthread_mutex_lock(&outer); // @enter
    add();
    pthread_mutex_unlock(&outer);
    return NULL;
}

static void *quick(void *arg) {
    (void)arg;
    add();
    return NULL;
}

static void *waiter(void *arg) {
    (void)arg;
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    while (parts < 2) {
        pthread_cond_wait(&changed, &inner); // @wait
    }
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, careful, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_create(&c, NULL, quick, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    printf("%d\n", parts);
}
