// The guard has no name: it is a temporary that unlocks at the end of its own statement.
// expect race total @add @add
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex lock;
int total;

static void add() {
    std::lock_guard<std::mutex>{lock};
    total += 2; // @add
}

int main() {
    std::thread a(add);
    std::thread b(add);
    a.join();
    b.join();
    std::printf("%d\n", total <= 4);
}
