// One shared_ptr for all threads, copied and replaced under a mutex; the objects are used outside.
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

std::mutex lock;
std::shared_ptr<const int> current = std::make_shared<const int>(1);
int seen;

static void replace() {
    std::shared_ptr<const int> next = std::make_shared<const int>(2);
    std::lock_guard<std::mutex> guard(lock);
    current.swap(next);
}

static void use() {
    std::shared_ptr<const int> mine;
    {
        std::lock_guard<std::mutex> guard(lock);
        mine = current;
    }
    seen = *mine;
}

int main() {
    std::thread a(replace);
    std::thread b(use);
    a.join();
    b.join();
    std::printf("%d %d\n", *current, seen == 1 || seen == 2);
}
