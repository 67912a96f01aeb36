// A static local variable is initialised once, by the first thread that comes to it.
#include <cstdio>
#include <thread>

struct Registry {
    int size;
    explicit Registry(int size) : size(size) {}
};

int got[2];

static Registry &registry() {
    static Registry *instance = new Registry(4);
    return *instance;
}

static void work(int me) {
    got[me] = registry().size;
}

int main() {
    std::thread a(work, 0);
    std::thread b(work, 1);
    a.join();
    b.join();
    std::printf("%d\n", got[0] + got[1]);
}
