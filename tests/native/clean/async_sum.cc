// Two asynchronous tasks sum halves of one array; their results come through futures.
#include <cstdio>
#include <future>

int numbers[6] = {1, 2, 3, 4, 5, 6};

static int sum(int from, int to) {
    int result = 0;
    for (int i = from; i < to; i++) {
        result += numbers[i];
    }
    return result;
}

int main() {
    std::future<int> left = std::async(std::launch::async, sum, 0, 3);
    std::future<int> right = std::async(std::launch::async, sum, 3, 6);
    std::printf("%d\n", left.get() + right.get());
}
