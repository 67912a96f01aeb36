// Deposits take the lock; the fast path of the query does not.
// expect race account.balance @deposit @query
#include <pthread.h>
#include <stdio.h>

struct {
    pthread_mutex_t lock;
    int balance;
} account = {PTHREAD_MUTEX_INITIALIZER, 0};

int shown;

static int query(int exact) {
    if (!exact) {
        return account.balance; // @query
    }
    pthread_mutex_lock(&account.lock);
    int balance = account.balance;
    pthread_mutex_unlock(&account.lock);
    return balance;
}

static void *deposit(void *arg) {
    (void)arg;
    pthread_mutex_lock(&account.lock);
    account.balance += 5; // @deposit
    pthread_mutex_unlock(&account.lock);
    return NULL;
}

static void *show(void *arg) {
    (void)arg;
    shown = query(1);
    shown += query(0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, show, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", shown <= 10);
}
