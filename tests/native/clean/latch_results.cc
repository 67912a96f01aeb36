// Workers count a latch down when their results are written; main waits for it, and joins later.
// flags: -std=c++20
#include <cstdio>
#include <latch>
#include <thread>

std::latch done(2);
int results[2];

static void work(int me) {
    results[me] = me + 4;
    done.count_down();
}

int main() {
    std::thread a(work, 0);
    std::thread b(work, 1);
    done.wait();
    std::printf("%d\n", results[0] + results[1]);
    a.join();
    b.join();
}
