// The reference counts of shared_ptr are atomic, the pointer itself is not: two threads assign the same one.
// expect race current @assign @assign
// allow race heap @assign @assign
// allow misuse @assign
// allow crash @assign
#include <cstdio>
#include <memory>
#include <thread>

std::shared_ptr<int> current = std::make_shared<int>(0);

static void replace(const std::shared_ptr<int> &next) {
    current = next; // @assign
}

int main() {
    std::shared_ptr<int> one = std::make_shared<int>(1);
    std::shared_ptr<int> two = std::make_shared<int>(2);
    std::thread a(replace, std::cref(one));
    std::thread b(replace, std::cref(two));
    a.join();
    b.join();
    std::printf("%d\n", *current > 0);
}
