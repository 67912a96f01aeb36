// call_once: whoever comes first fills the table, the others wait for the end of it.
#include <cstdio>
#include <mutex>
#include <thread>

std::once_flag once;
int table;
int got[2];

static void work(int me) {
    std::call_once(once, [] { table += 8; });
    got[me] = table;
}

int main() {
    std::thread a(work, 0);
    std::thread b(work, 1);
    a.join();
    b.join();
    std::printf("%d %d\n", got[0], got[1]);
}
