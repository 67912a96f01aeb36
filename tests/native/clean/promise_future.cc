// A promise hands a result over, and what was written before it.
#include <cstdio>
#include <future>
#include <thread>

std::promise<int> promise;
int side;

static void work() {
    side = 2;
    promise.set_value(5);
}

int main() {
    std::future<int> future = promise.get_future();
    std::thread worker(work);
    int result = future.get();
    std::printf("%d\n", result + side);
    worker.join();
}
