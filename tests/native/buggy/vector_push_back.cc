// Two threads append to one vector. It has room for both, so that they race for its end and for the element behind it.
// expect race items @push @push
// allow race heap @push @push
#include <cstdio>
#include <thread>
#include <vector>

std::vector<int> items;

static void add(int value) {
    items.push_back(value); // @push
}

int main() {
    items.reserve(4);
    std::thread a(add, 1);
    std::thread b(add, 2);
    a.join();
    b.join();
    std::printf("%d\n", items.size() <= 2);
}
