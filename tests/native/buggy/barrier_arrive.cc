// One of the threads arrives at the barrier without waiting there, and reads what the other has perhaps not yet written.
// flags: -std=c++20
// expect race cells[] @fill @read
#include <barrier>
#include <cstdio>
#include <thread>

std::barrier<> filled(2);
int cells[2];
int sum;

static void fill() {
    cells[0] = 1; // @fill
    filled.arrive_and_wait();
}

static void hurry() {
    (void)filled.arrive();
    sum = cells[0]; // @read
}

int main() {
    std::thread a(fill);
    std::thread b(hurry);
    a.join();
    b.join();
    std::printf("%d\n", sum <= 1);
}
