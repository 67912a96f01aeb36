// The promise is kept one statement before the result is there.
// expect race result @late @read
#include <cstdio>
#include <future>
#include <thread>

std::promise<void> done;
int result;

static void work() {
    done.set_value();
    result = 5; // @late
}

int main() {
    std::future<void> future = done.get_future();
    std::thread worker(work);
    future.wait();
    int got = result; // @read
    worker.join();
    std::printf("%d\n", got == 0 || got == 5);
}
