#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace bank {

struct Base {
    long id = 0;
    virtual ~Base() = default;
};

enum class Kind : unsigned char { plain, gold };

template <class T> struct Box {
    T value{};
    __attribute__((noinline)) void put(T v) {
        value = v; // PUT
    }
};

struct Account : Base {
    int balance = 0;
    std::atomic<int> visits{0};
    std::mutex lock;
    Box<short> box;
    Kind kind = Kind::gold;
    static int count;

    inline __attribute__((always_inline)) void deposit(int n) {
        balance += n; // DEPOSIT
    }

    __attribute__((noinline)) int *history() {
        static int past;
        return &past;
    }
};

int Account::count = 3;

namespace {
int hidden;
}

} // namespace bank

bank::Account account;
std::vector<int> numbers;
bank::Kind kind = bank::Kind::gold;
int *nothing;

template <class T> __attribute__((noinline)) void call(T function) {
    function(3);
}

__attribute__((noinline)) bank::Account *open_account() {
    return new bank::Account(); // NEW
}

int main(int argc, char **) {
    call([&](int n) {
        account.deposit(n + argc); // LAMBDA
        bank::hidden += n;
    });
    account.box.put(3);
    numbers.push_back(*account.history());
    std::unique_ptr<bank::Account> other(open_account());
    return bank::hidden + bank::Account::count + other->balance + (nothing == nullptr);
}
