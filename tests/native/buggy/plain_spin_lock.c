// A spin lock of a volatile flag that is tested and then set: two threads can both find it free.
// expect race held @test @take
// expect race counter @inc @inc
// allow race held @test @leave
// allow race held @take @take
// allow race held @take @leave
// allow race held @leave @leave
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

volatile int held;
int counter;

static void *work(void *arg) {
    (void)arg;
    while (held) { // @test
        sched_yield();
    }
    held = 1; // @take
    counter++; // @inc
    held = 0; // @leave
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", counter <= 2);
}
