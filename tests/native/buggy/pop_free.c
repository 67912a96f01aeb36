// A lock-free stack frees what it pops at once, while another thread still reads the link of the same node.
// expect race node.next @next @free
// allow misuse @next
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value[6];
    struct node *next;
};

_Atomic(struct node *) head;
pthread_barrier_t both_looked;

static void *pop(void *arg) {
    (void)arg;
    struct node *top = atomic_load(&head);
    pthread_barrier_wait(&both_looked);
    for (;;) {
        struct node *next = top->next; // @next
        if (atomic_compare_exchange_strong(&head, &top, next)) {
            break;
        }
    }
    free(top); // @free
    return NULL;
}

static void push(void) {
    struct node *node = calloc(1, sizeof *node);
    node->next = head;
    head = node;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&both_looked, NULL, 2);
    push();
    push();
    pthread_create(&a, NULL, pop, NULL);
    pthread_create(&b, NULL, pop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", head == NULL);
}
