// The lambda captures the loop variable by reference: the threads read it while the loop counts on.
// expect race main.i @loop @read
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<int> sum;

int main() {
    std::thread threads[2];
    int i;
    for (i = 0; i < 2; i++) { // @loop
        threads[i] = std::thread([&i] {
            sum += i; // @read
        });
    }
    threads[0].join();
    threads[1].join();
    std::printf("%d\n", sum <= 4);
}
