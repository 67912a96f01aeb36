// Two asynchronous tasks add to one local variable of main, captured by reference.
// expect race main.total @one @two
#include <cstdio>
#include <future>

int main() {
    int total = 0;
    std::future<void> a = std::async(std::launch::async, [&total] {
        total += 1; // @one
    });
    std::future<void> b = std::async(std::launch::async, [&total] {
        total += 2; // @two
    });
    a.wait();
    b.wait();
    std::printf("%d\n", total <= 3);
}
