// A thread throws if it comes before the other one has set things up, and nobody catches it: the program terminates.
// expect crash @throw
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <thread>

std::atomic<bool> ready;

static void set_up() {
    ready = true;
}

static void work() {
    if (!ready) {
        throw std::logic_error("not ready"); // @throw
    }
}

int main() {
    std::thread a(set_up);
    std::thread b(work);
    a.join();
    b.join();
    std::puts("done");
}
