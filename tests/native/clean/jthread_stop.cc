// A jthread is asked to stop and joined by its destructor; its result is read behind that.
// flags: -std=c++20
#include <cstdio>
#include <thread>

int rounds;

static void work(std::stop_token stop) {
    for (int i = 0; i < 3 && !stop.stop_requested(); i++) {
        rounds++;
    }
}

int main() {
    {
        std::jthread worker(work);
        worker.request_stop();
    }
    std::printf("%d\n", rounds <= 3);
}
