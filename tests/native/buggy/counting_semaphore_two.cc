// A counting semaphore with two permits as a mutex; the latch shows that both threads are inside.
// flags: -std=c++20
// expect race n @inc @inc
#include <cstdio>
#include <latch>
#include <semaphore>
#include <thread>

std::counting_semaphore<2> mutex(2);
std::latch inside(2);
int n;

static void work() {
    mutex.acquire();
    inside.arrive_and_wait();
    n++; // @inc
    mutex.release();
}

int main() {
    std::thread a(work);
    std::thread b(work);
    a.join();
    b.join();
    std::printf("%d\n", n <= 2);
}
