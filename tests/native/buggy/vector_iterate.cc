// One thread goes through a vector while another appends to it. There is room, so that the iterators stay valid; but its end moves,
// and nothing but that plain end says when the new element is there.
// expect race items @end @push
// allow race heap @sum @push
#include <cstdio>
#include <thread>
#include <vector>

std::vector<int> items = {1, 2, 3};
int sum;

static void add() {
    items.push_back(4); // @push
}

static void total() {
    auto end = items.end(); // @end
    for (auto i = items.begin(); i != end; ++i) {
        sum += *i; // @sum
    }
}

int main() {
    items.reserve(8);
    std::thread a(total);
    std::thread b(add);
    a.join();
    b.join();
    std::printf("%d\n", sum <= 10);
}
