// A worker object joins its thread before any of its members goes.
#include <cstdio>
#include <thread>

int result;

class Worker {
public:
    explicit Worker(int start) : value_(start), thread_([this] { value_ *= 2; }) {}

    ~Worker() {
        thread_.join();
        result = value_;
    }

private:
    int value_;
    std::thread thread_;
};

int main() {
    {
        Worker worker(21);
    }
    std::printf("%d\n", result);
}
