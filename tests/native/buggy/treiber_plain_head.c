// A stack that pushes without lock and without compare-and-swap: a push between the two steps of another is lost.
// expect race head @link @swing
// allow race head @swing @swing
#include <pthread.h>
#include <stdio.h>

struct node {
    struct node *next;
    int value;
};

struct node *head;
struct node nodes[2];

static void *push(void *arg) {
    struct node *node = arg;
    node->value = 1;
    node->next = head; // @link
    head = node; // @swing
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, push, &nodes[0]);
    pthread_create(&b, NULL, push, &nodes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = 0;
    for (struct node *node = head; node != NULL; node = node->next) {
        sum += node->value;
    }
    printf("%d\n", sum <= 2);
}
