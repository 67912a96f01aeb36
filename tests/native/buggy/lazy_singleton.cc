// A lazy singleton without any lock: two threads can make two of them, and one is lost.
// expect race Registry.instance @check @make
// allow race Registry.instance @make @make
// allow race Registry.size @init @use
#include <cstdio>
#include <thread>

struct Registry {
    static Registry *instance;
    int size;

    Registry() : size(4) {} // @init

    static Registry *get() {
        Registry *found = instance; // @check
        if (found == nullptr) {
            found = new Registry;
            instance = found; // @make
        }
        return found;
    }
};

Registry *Registry::instance;
int sizes[2];

static void work(int me) {
    sizes[me] = Registry::get()->size; // @use
}

int main() {
    std::thread a(work, 0);
    std::thread b(work, 1);
    a.join();
    b.join();
    std::printf("%d\n", sizes[0] + sizes[1]);
    delete Registry::instance;
}
