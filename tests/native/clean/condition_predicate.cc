// wait with a predicate; the notification comes behind the unlock.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable changed;
bool ready = false;
int data;
int copy;

static void consume() {
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return ready; });
    copy = data;
}

static void produce() {
    data = 11;
    {
        std::lock_guard<std::mutex> guard(lock);
        ready = true;
    }
    changed.notify_one();
}

int main() {
    std::thread a(consume);
    std::thread b(produce);
    a.join();
    b.join();
    std::printf("%d\n", copy);
}
