// A thread sleeps on an atomic until its value changes, instead of spinning.
// flags: -std=c++20
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> ready(0);
int data;
int copy;

static void consume() {
    ready.wait(0);
    copy = data;
}

static void produce() {
    data = 6;
    ready = 1;
    ready.notify_one();
}

int main() {
    std::thread a(consume);
    std::thread b(produce);
    a.join();
    b.join();
    std::printf("%d\n", copy);
}
