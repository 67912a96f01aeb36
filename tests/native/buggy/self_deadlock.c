// A function that locks is called with the lock held; the mutex is not recursive, and the thread waits for itself.
// expect deadlock lock @again
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance;

static int query(void) {
    pthread_mutex_lock(&lock); // @again
    int result = balance;
    pthread_mutex_unlock(&lock);
    return result;
}

static void *deposit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    balance += 10;
    if (query() < 0) {
        balance = 0;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, deposit, NULL);
    pthread_join(a, NULL);
    printf("%d\n", balance);
}
