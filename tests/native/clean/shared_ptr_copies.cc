// Each thread has its own shared_ptr to one object that nobody changes; the last one to go destroys it.
#include <cstdio>
#include <memory>
#include <thread>

struct Text {
    int length = 5;
};

int lengths[2];

static void measure(std::shared_ptr<Text> text, int me) {
    lengths[me] = text->length;
}

int main() {
    std::shared_ptr<Text> text = std::make_shared<Text>();
    std::thread a(measure, text, 0);
    std::thread b(measure, text, 1);
    text.reset();
    a.join();
    b.join();
    std::printf("%d\n", lengths[0] + lengths[1]);
}
