// The latch is counted down one statement too early.
// flags: -std=c++20
// expect race result @late @read
#include <cstdio>
#include <latch>
#include <thread>

std::latch done(1);
int result;

static void work() {
    done.count_down();
    result = 5; // @late
}

int main() {
    std::thread worker(work);
    done.wait();
    int got = result; // @read
    worker.join();
    std::printf("%d\n", got == 0 || got == 5);
}
