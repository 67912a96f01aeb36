// An atomic counter, and cells that it gives out: each index is used by one thread only.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> next(0);
int cells[4];

static void work(int value) {
    for (int i = 0; i < 2; i++) {
        cells[next.fetch_add(1)] = value;
    }
}

int main() {
    std::thread a(work, 1);
    std::thread b(work, 2);
    a.join();
    b.join();
    std::printf("%d\n", cells[0] + cells[1] + cells[2] + cells[3]);
}
