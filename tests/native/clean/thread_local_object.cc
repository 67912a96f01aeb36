// Each thread has its own object, made at its first use and destroyed at the thread's end.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> total(0);

struct Count {
    int value = 0;
    ~Count() { total += value; }
};

thread_local Count count;

static void work(int n) {
    for (int i = 0; i < n; i++) {
        count.value++;
    }
}

int main() {
    std::thread a(work, 2);
    std::thread b(work, 3);
    a.join();
    b.join();
    std::printf("%d\n", total.load());
}
