// A cache looks under the shared lock, and computes under the exclusive one after looking again.
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>

struct Cache {
    std::shared_mutex lock;
    bool filled = false;
    int value = 0;

    int get() {
        {
            std::shared_lock<std::shared_mutex> reading(lock);
            if (filled) {
                return value;
            }
        }
        std::unique_lock<std::shared_mutex> writing(lock);
        if (!filled) {
            filled = true;
            value += 6;
        }
        return value;
    }
};

Cache cache;

int main() {
    int one = 0, two = 0;
    std::thread a([&] { one = cache.get(); });
    std::thread b([&] { two = cache.get(); });
    a.join();
    b.join();
    std::printf("%d %d\n", one, two);
}
