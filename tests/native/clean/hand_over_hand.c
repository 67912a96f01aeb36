// A list with a lock per node: each step takes the next lock before it gives back the last one, always in the direction of the list.
#include <pthread.h>
#include <stdio.h>

struct node {
    pthread_mutex_t lock;
    int value;
    struct node *next;
};

struct node third = {PTHREAD_MUTEX_INITIALIZER, 3, NULL};
struct node second = {PTHREAD_MUTEX_INITIALIZER, 2, &third};
struct node first = {PTHREAD_MUTEX_INITIALIZER, 1, &second};

static void *add_to_all(void *arg) {
    int amount = *(int *)arg;
    struct node *node = &first;
    pthread_mutex_lock(&node->lock);
    for (;;) {
        node->value += amount;
        struct node *next = node->next;
        if (next != NULL) {
            pthread_mutex_lock(&next->lock);
        }
        pthread_mutex_unlock(&node->lock);
        if (next == NULL) {
            return NULL;
        }
        node = next;
    }
}

int main(void) {
    pthread_t a, b;
    int one = 1, ten = 10;
    pthread_create(&a, NULL, add_to_all, &one);
    pthread_create(&b, NULL, add_to_all, &ten);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d %d\n", first.value, second.value, third.value);
}
