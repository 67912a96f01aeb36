// push_back and iteration under one mutex, with growth in between.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

std::mutex lock;
std::vector<int> items;

static void add(int value) {
    std::lock_guard<std::mutex> guard(lock);
    items.push_back(value);
}

static int total() {
    std::lock_guard<std::mutex> guard(lock);
    int sum = 0;
    for (int item : items) {
        sum += item;
    }
    return sum;
}

int main() {
    std::thread a(add, 1);
    std::thread b(add, 2);
    int early = total();
    a.join();
    b.join();
    std::printf("%d %d\n", total(), early <= 3);
}
