// The number of tickets is atomic; that there is one left, and that it is sold, are two steps.
// expect crash @assert
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

std::atomic<int> tickets(1);

static void buy() {
    if (tickets > 0) {
        tickets--;
    }
}

int main() {
    std::thread a(buy);
    std::thread b(buy);
    a.join();
    b.join();
    assert(tickets == 0); // @assert
    std::puts("sold out");
}
