// The owner deletes the log before it waits for the thread that writes to it.
// expect race Log.lines @use @delete
// allow misuse @use
#include <cstdio>
#include <thread>

struct Log {
    char title[24] = "log";
    int lines = 0;
};

static void append(Log *log) {
    log->lines++; // @use
}

int main() {
    Log *log = new Log;
    std::thread writer(append, log);
    delete log; // @delete
    writer.join();
    std::puts("done");
}
