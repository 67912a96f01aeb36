// The state is changed under the lock, but the notification was given before: the waiter sees nothing new, and sleeps on.
// expect lost-signal @wait
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable changed;
int steps;

static void waiter() {
    std::unique_lock<std::mutex> guard(lock);
    while (steps < 2) {
        changed.wait(guard); // @wait
    }
}

static void early() {
    changed.notify_one();
    std::lock_guard<std::mutex> guard(lock);
    steps++;
}

static void late() {
    std::lock_guard<std::mutex> guard(lock);
    steps++;
    changed.notify_one();
}

int main() {
    std::thread a(early);
    std::thread b(waiter);
    std::thread c(late);
    a.join();
    b.join();
    c.join();
    std::printf("%d\n", steps);
}
