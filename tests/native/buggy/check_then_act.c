// Each step is locked, the decision is not: between the check and the withdrawal the other thread takes the money.
// expect crash @assert
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance = 10;

static void *withdraw(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    int enough = balance >= 10;
    pthread_mutex_unlock(&lock);
    if (enough) {
        pthread_mutex_lock(&lock);
        balance -= 10;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance >= 0); // @assert
    printf("%d\n", balance);
}
