// release is taken for unlock: the guard gives up the mutex without unlocking it, and the next thread waits for ever.
// expect deadlock lock @next
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex lock;
int n;

static void first() {
    std::unique_lock<std::mutex> guard(lock);
    n++;
    guard.release();
}

static void second() {
    std::unique_lock<std::mutex> guard(lock); // @next
    n++;
}

int main() {
    std::thread a(first);
    std::thread b(second);
    a.join();
    b.join();
    std::printf("%d\n", n);
}
