// scoped_lock over two mutexes, named in opposite orders.
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex a;
std::mutex b;
int n;

int main() {
    std::thread s([] {
        std::scoped_lock both(a, b);
        n += 1;
    });
    std::thread t([] {
        std::scoped_lock both(b, a);
        n += 2;
    });
    s.join();
    t.join();
    std::printf("%d\n", n);
}
