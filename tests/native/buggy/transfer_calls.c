// A transfer holds one account's lock while it calls the function that takes the other's: opposite transfers block each other.
// expect deadlock checking.lock savings.lock @deposit
#include <pthread.h>
#include <stdio.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account savings = {PTHREAD_MUTEX_INITIALIZER, 50};
struct account checking = {PTHREAD_MUTEX_INITIALIZER, 50};

static void deposit(struct account *to, int amount) {
    pthread_mutex_lock(&to->lock); // @deposit
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
}

static void transfer(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(&from->lock);
    from->balance -= amount;
    deposit(to, amount);
    pthread_mutex_unlock(&from->lock);
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
