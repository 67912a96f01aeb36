// Opposite transfers between two accounts, whose locks are taken in the order of their numbers.
#include <pthread.h>
#include <stdio.h>

struct account {
    pthread_mutex_t lock;
    int number;
    int balance;
};

struct account savings = {PTHREAD_MUTEX_INITIALIZER, 1, 50};
struct account checking = {PTHREAD_MUTEX_INITIALIZER, 2, 50};

static void transfer(struct account *from, struct account *to, int amount) {
    struct account *first = from->number < to->number ? from : to;
    struct account *second = from->number < to->number ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *save(void *arg) {
    (void)arg;
    transfer(&checking, &savings, 10);
    return NULL;
}

static void *spend(void *arg) {
    (void)arg;
    transfer(&savings, &checking, 5);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, save, NULL);
    pthread_create(&b, NULL, spend, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", savings.balance, checking.balance);
}
