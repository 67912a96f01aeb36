// Each thread counts in its own copy of a thread-local variable, and hands the result to join.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

_Thread_local int count;

static void add(int n) {
    count += n;
}

static void *work(void *arg) {
    int n = *(int *)arg;
    add(n);
    add(n);
    return (void *)(intptr_t)count;
}

int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    void *first, *second;
    pthread_create(&a, NULL, work, &one);
    pthread_create(&b, NULL, work, &two);
    pthread_join(a, &first);
    pthread_join(b, &second);
    printf("%d %d %d\n", (int)(intptr_t)first, (int)(intptr_t)second, count);
}
