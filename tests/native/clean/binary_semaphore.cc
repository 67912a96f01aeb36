// Two binary semaphores pass one slot back and forth.
// flags: -std=c++20
#include <cstdio>
#include <semaphore>
#include <thread>

std::binary_semaphore empty(1);
std::binary_semaphore full(0);
int slot;
int sum;

static void produce() {
    for (int i = 1; i <= 2; i++) {
        empty.acquire();
        slot = i;
        full.release();
    }
}

static void consume() {
    for (int i = 1; i <= 2; i++) {
        full.acquire();
        sum += slot;
        empty.release();
    }
}

int main() {
    std::thread a(produce);
    std::thread b(consume);
    a.join();
    b.join();
    std::printf("%d\n", sum);
}
