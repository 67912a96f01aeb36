// The constructor of the base class starts a thread that calls a virtual function, while the derived constructor is still to set the
// object's type.
// expect race Special.vptr @call @derive
#include <cstdio>
#include <thread>

struct Task {
    int result = 0;
    std::thread thread;

    Task() {
        thread = std::thread([this] {
            result = run(); // @call
        });
    }

    virtual ~Task() = default;
    virtual int run() { return 1; }
};

struct Special : Task {
    Special() : Task() {} // @derive
    int run() override { return 2; }
};

int main() {
    Special *special = new Special;
    special->thread.join();
    std::printf("%d\n", special->result > 0);
    delete special;
}
