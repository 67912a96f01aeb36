// The thread is joined by the destructor of the base class; the destructor of the derived one has read the
// result by then.
// expect race Poller.samples @poll @last
#include <cstdio>
#include <thread>

struct Joined {
    std::thread thread;
    ~Joined() { thread.join(); }
};

struct Poller : Joined {
    int samples = 0;
    int kept = 0;

    void start() {
        thread = std::thread([this] {
            samples++; // @poll
        });
    }

    ~Poller() {
        kept = samples; // @last
        std::printf("%d\n", kept <= 1);
    }
};

int main() {
    Poller *poller = new Poller;
    poller->start();
    delete poller;
}
