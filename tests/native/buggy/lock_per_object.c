// Each account has its own lock, which guards its balance; the number of all deposits is guarded by whichever lock is held.
// expect race deposits @count @count
// allow atomicity deposit @count
#include <pthread.h>
#include <stdio.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account mine = {PTHREAD_MUTEX_INITIALIZER, 0};
struct account yours = {PTHREAD_MUTEX_INITIALIZER, 0};
int deposits;

static void *deposit(void *arg) {
    struct account *account = arg;
    pthread_mutex_lock(&account->lock);
    account->balance += 10;
    deposits++; // @count
    pthread_mutex_unlock(&account->lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, deposit, &mine);
    pthread_create(&b, NULL, deposit, &yours);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", mine.balance, yours.balance);
}
