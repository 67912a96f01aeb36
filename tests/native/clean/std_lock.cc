// std::lock takes two mutexes in any order without deadlock: it tries, and gives back what it has.
#include <cstdio>
#include <mutex>
#include <thread>
#include <utility>

struct Box {
    std::mutex lock;
    int value;

    explicit Box(int value) : value(value) {}

    void swap(Box &other) {
        std::unique_lock<std::mutex> mine(lock, std::defer_lock);
        std::unique_lock<std::mutex> others(other.lock, std::defer_lock);
        std::lock(mine, others);
        std::swap(value, other.value);
    }
};

Box left(1);
Box right(2);

int main() {
    std::thread a([] { left.swap(right); });
    std::thread b([] { right.swap(left); });
    a.join();
    b.join();
    std::printf("%d %d\n", left.value, right.value);
}
