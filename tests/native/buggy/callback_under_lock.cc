// A subject calls its observer under its own lock, and the observer asks the subject under its own: an inversion through two classes.
// expect deadlock observer.lock subject.lock @notify @ask
#include <cstdio>
#include <mutex>
#include <thread>

struct Observer {
    std::mutex lock;
    int seen = 0;
    void changed(int value);
    void refresh();
};

struct Subject {
    std::mutex lock;
    int value = 0;
    int get();
    void set(int next);
};

Observer observer;
Subject subject;

void Observer::changed(int value) {
    std::lock_guard<std::mutex> guard(lock); // @notify
    seen = value;
}

int Subject::get() {
    std::lock_guard<std::mutex> guard(lock); // @ask
    return value;
}

void Observer::refresh() {
    std::lock_guard<std::mutex> guard(lock);
    seen = subject.get();
}

void Subject::set(int next) {
    std::lock_guard<std::mutex> guard(lock);
    value = next;
    observer.changed(next);
}

int main() {
    std::thread a([] { subject.set(3); });
    std::thread b([] { observer.refresh(); });
    a.join();
    b.join();
    std::printf("%d\n", observer.seen <= 3);
}
