// Two rounds of write, meet, read, meet.
// flags: -std=c++20
#include <barrier>
#include <cstdio>
#include <thread>

std::barrier<> meeting(2);
int cells[2];
int sums[2];

static void work(int me) {
    for (int round = 1; round <= 2; round++) {
        cells[me] = round;
        meeting.arrive_and_wait();
        sums[me] += cells[1 - me];
        meeting.arrive_and_wait();
    }
}

int main() {
    std::thread a(work, 0);
    std::thread b(work, 1);
    a.join();
    b.join();
    std::printf("%d %d\n", sums[0], sums[1]);
}
