/*
 * WRONG: deposit() reads the balance, adds to it and writes it back with no
 * lock. If both threads read the same balance, one of the two deposits is lost
 * and the final balance is 50 or 100 instead of 150.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

struct account {
    int balance;
};

static struct account account;

static void deposit(struct account *to, int amount) {
    to->balance = to->balance + amount;
}

static void *first(void *unused) {
    deposit(&account, 50);
    return unused;
}

static void *second(void *unused) {
    deposit(&account, 100);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(account.balance == 150);
    printf("balance %d\n", account.balance);
    return 0;
}
