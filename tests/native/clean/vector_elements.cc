// The vector does not change while the threads run; each writes its own elements.
#include <cstdio>
#include <thread>
#include <vector>

std::vector<int> items(4);

static void fill(int from) {
    items[from] = from + 1;
    items[from + 1] = from + 2;
}

int main() {
    std::thread a(fill, 0);
    std::thread b(fill, 2);
    a.join();
    b.join();
    int sum = 0;
    for (int item : items) {
        sum += item;
    }
    std::printf("%d\n", sum);
}
