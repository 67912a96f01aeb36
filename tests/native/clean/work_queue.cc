// A pool of two threads runs functions from a queue; the destructor of the pool waits for all of them.
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

class Pool {
public:
    Pool() : first_([this] { run(); }), second_([this] { run(); }) {}

    ~Pool() {
        {
            std::lock_guard<std::mutex> guard(lock_);
            closed_ = true;
        }
        changed_.notify_all();
        first_.join();
        second_.join();
    }

    void submit(std::function<void()> job) {
        std::lock_guard<std::mutex> guard(lock_);
        jobs_.push_back(std::move(job));
        changed_.notify_one();
    }

private:
    void run() {
        std::unique_lock<std::mutex> guard(lock_);
        for (;;) {
            changed_.wait(guard, [this] { return closed_ || !jobs_.empty(); });
            if (jobs_.empty()) {
                return;
            }
            std::function<void()> job = std::move(jobs_.front());
            jobs_.pop_front();
            guard.unlock();
            job();
            guard.lock();
        }
    }

    std::mutex lock_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> jobs_;
    bool closed_ = false;
    std::thread first_;
    std::thread second_;
};

int main() {
    int results[2] = {0, 0};
    {
        Pool pool;
        pool.submit([&results] { results[0] = 3; });
        pool.submit([&results] { results[1] = 4; });
    }
    std::printf("%d\n", results[0] + results[1]);
}
