// An exception of the task comes out of the future, together with what the task had written.
#include <cstdio>
#include <future>
#include <stdexcept>

int steps;

static int work() {
    steps = 3;
    throw std::runtime_error("failed");
}

int main() {
    std::future<int> future = std::async(std::launch::async, work);
    try {
        std::printf("%d\n", future.get());
    } catch (const std::runtime_error &error) {
        std::printf("%s %d\n", error.what(), steps);
    }
}
