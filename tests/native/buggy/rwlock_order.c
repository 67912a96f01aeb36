// Each thread reads one table and writes the other: readers let readers in, but both wait for the other's reader to leave.
// expect deadlock prices stock @stock @prices
#include <pthread.h>
#include <stdio.h>

pthread_rwlock_t prices = PTHREAD_RWLOCK_INITIALIZER;
pthread_rwlock_t stock = PTHREAD_RWLOCK_INITIALIZER;
int price = 2;
int amount = 3;

static void *restock(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&prices);
    pthread_rwlock_wrlock(&stock); // @stock
    amount += price;
    pthread_rwlock_unlock(&stock);
    pthread_rwlock_unlock(&prices);
    return NULL;
}

static void *reprice(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&stock);
    pthread_rwlock_wrlock(&prices); // @prices
    price += amount;
    pthread_rwlock_unlock(&prices);
    pthread_rwlock_unlock(&stock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, restock, NULL);
    pthread_create(&b, NULL, reprice, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", price > 0 && amount > 0);
}
