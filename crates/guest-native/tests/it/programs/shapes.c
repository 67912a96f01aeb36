#include <stdio.h>
#include <stdlib.h>

struct point {
    int x, y;
};

typedef struct {
    long balance;
    struct point path[3];
    union {
        int number;
        double real;
        struct {
            short low, high;
        };
    };
    unsigned ready : 1, done : 3;
    const char *name;
} account;

enum color { RED, GREEN = 5 };

struct node {
    struct node *next;
    int value;
};

struct list {
    struct node *head;
    long *numbers;
    int length;
};

struct tail {
    int count;
    int rest[];
};

account accounts[4];
static int counter;
volatile enum color shade = GREEN;
int grid[2][3];
_Bool flag;
char letter = 'a';
unsigned char small = 200;
signed char negative = -3;
float ratio = 0.5f;
double precise = 0.25;
unsigned long large = 1;
_Atomic int tick;
struct node *first;
struct tail open_ended = {1};
_Thread_local int own;

static inline __attribute__((always_inline)) void add(int n) {
    counter += n; // ADD
}

static inline __attribute__((always_inline)) void add_more(int n) {
    add(n + 1); // MORE
}

__attribute__((noinline)) void work(int n) {
    add_more(n); // CALL
}

__attribute__((noinline)) int *cached(void) {
    static int cache;
    return &cache;
}

__attribute__((noinline)) struct node *make(int value) {
    struct node *node = malloc(sizeof *node); // MALLOC
    node->value = value;
    node->next = first;
    return node;
}

__attribute__((noinline)) void fill(struct list *list, int length) {
    list->numbers = malloc(length * sizeof(long)); // FILL
    list->length = length;
}

void *escaped;

__attribute__((noinline)) void escape(char *cfa, const char *name, void *address) {
    escaped = address;
    printf("%s %ld\n", name, (long)((char *)address - cfa));
}

__attribute__((noinline)) int frame(int start) {
    int total = start;
    struct point where = {start, 2};
    char *cfa = __builtin_dwarf_cfa();
    escape(cfa, "total", &total);
    escape(cfa, "where", &where); // ESCAPE
    return total + where.x;
}

int main(int argc, char **argv) {
    struct list list = {0};
    work(argc);
    *cached() += 1;
    first = make(argc);
    fill(&list, 5);
    accounts[1].path[2].y = argc;
    grid[1][2] = frame(argc);
    open_ended.count += own + list.length;
    return flag + (int)(ratio + precise) + small + negative + (int)large + tick + (shade == RED) + letter == 0;
}
