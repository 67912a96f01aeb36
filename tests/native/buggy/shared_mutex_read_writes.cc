// A lazily computed value is stored under the shared lock: two readers compute and store it at once.
// expect race Cache.filled @check @fill
// expect race Cache.value @store @get
// allow race Cache.filled @fill @fill
// allow race Cache.value @store @store
// allow atomicity Cache.get @check @get
#include <cstdio>
#include <memory>
#include <shared_mutex>
#include <thread>

struct Cache {
    std::shared_mutex lock;
    int value = 0;
    bool filled = false;

    int get() {
        std::shared_lock<std::shared_mutex> reading(lock);
        if (!filled) { // @check
            filled = true; // @fill
            value = 6; // @store
        }
        return value; // @get
    }
};

int main() {
    auto cache = std::make_unique<Cache>();
    int one = 0, two = 0;
    std::thread a([&] { one = cache->get(); });
    std::thread b([&] { two = cache->get(); });
    a.join();
    b.join();
    std::printf("%d\n", one + two <= 12);
}
