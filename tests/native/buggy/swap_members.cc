// swap locks its two operands in the order of the call; a.swap(b) and b.swap(a) block each other.
// expect deadlock left.lock right.lock @other
#include <cstdio>
#include <mutex>
#include <thread>
#include <utility>

struct Box {
    std::mutex lock;
    int value;

    explicit Box(int value) : value(value) {}

    void swap(Box &other) {
        std::lock_guard<std::mutex> mine(lock);
        std::lock_guard<std::mutex> others(other.lock); // @other
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
    std::printf("%d\n", left.value + right.value);
}
