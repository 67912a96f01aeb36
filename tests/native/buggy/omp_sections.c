// One section withdraws and the other deposits: sections run at the same time.
// expect race balance @withdraw @deposit
// flags: -fopenmp
#include <stdio.h>

int balance = 100;

__attribute__((noinline)) static void withdraw(int amount) {
    balance -= amount; // @withdraw
}

__attribute__((noinline)) static void deposit(int amount) {
    balance += amount; // @deposit
}

int main(void) {
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        withdraw(30);
#pragma omp section
        deposit(50);
    }
    printf("%d\n", balance > 0);
}
