// A session is closed and freed while another thread may still count in it.
// expect race session.hits @use @free
// allow misuse @use
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct session {
    char name[24];
    int hits;
};

struct session *current;

static void *serve(void *arg) {
    (void)arg;
    current->hits++; // @use
    return NULL;
}

static void *end(void *arg) {
    (void)arg;
    free(current); // @free
    return NULL;
}

int main(void) {
    pthread_t a, b;
    current = calloc(1, sizeof *current);
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, end, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("closed\n");
}
