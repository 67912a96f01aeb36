// Everybody initialises with call_once but the one who believes that somebody else must have done so.
// expect race table @fill @bypass
#include <cstdio>
#include <mutex>
#include <thread>

std::once_flag once;
int table;
int got;

static void proper() {
    std::call_once(once, [] {
        table = 8; // @fill
    });
}

static void hasty() {
    got = table; // @bypass
}

int main() {
    std::thread a(proper);
    std::thread b(hasty);
    a.join();
    b.join();
    std::printf("%d\n", got == 0 || got == 8);
}
