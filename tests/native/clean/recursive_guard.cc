// Public functions lock a recursive mutex and call each other.
#include <cstdio>
#include <mutex>
#include <thread>

class Account {
public:
    void deposit(int amount) {
        std::lock_guard<std::recursive_mutex> guard(lock_);
        balance_ += amount;
    }

    void deposit_with_bonus(int amount) {
        std::lock_guard<std::recursive_mutex> guard(lock_);
        deposit(amount);
        balance_ += 1;
    }

    int balance() {
        std::lock_guard<std::recursive_mutex> guard(lock_);
        return balance_;
    }

private:
    std::recursive_mutex lock_;
    int balance_ = 0;
};

Account account;

int main() {
    std::thread a([] { account.deposit(5); });
    std::thread b([] { account.deposit_with_bonus(7); });
    a.join();
    b.join();
    std::printf("%d\n", account.balance());
}
