// notify_one without a state behind it: if it comes before the wait, nobody will come again. The sleep only makes that rare.
// expect lost-signal @wait
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable ready;

static void waiter() {
    std::unique_lock<std::mutex> guard(lock);
    ready.wait(guard); // @wait
}

static void notifier() {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ready.notify_one();
}

int main() {
    std::thread a(waiter);
    std::thread b(notifier);
    a.join();
    b.join();
    std::puts("ready");
}
