// A string is changed in place by one thread and read by another.
// expect race name[] @set @get
#include <cstdio>
#include <string>
#include <thread>

std::string name = "Jim";
char first;

static void change() {
    name[0] = 'T'; // @set
}

static void look() {
    first = name[0]; // @get
}

int main() {
    std::thread a(change);
    std::thread b(look);
    a.join();
    b.join();
    std::printf("%d\n", first == 'J' || first == 'T');
}
