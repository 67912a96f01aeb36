// Treiber's stack: pushes and pops by compare-and-swap. Nodes are neither freed nor pushed again while others look at them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct node {
    struct node *next;
    int value;
};

_Atomic(struct node *) head;
struct node nodes[2];
int sums[2];

static void push(struct node *node) {
    struct node *top = atomic_load(&head);
    do {
        node->next = top;
    } while (!atomic_compare_exchange_strong(&head, &top, node));
}

static struct node *pop(void) {
    struct node *top = atomic_load(&head);
    while (top != NULL && !atomic_compare_exchange_strong(&head, &top, top->next)) {
    }
    return top;
}

static void *work(void *arg) {
    int me = *(int *)arg;
    nodes[me].value = me + 1;
    push(&nodes[me]);
    struct node *node = pop();
    sums[me] = node->value;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", sums[0] + sums[1]);
}
