// A heap object is published by a plain pointer; who sees the pointer uses the object without any order behind its initialisation.
// expect race mailbox @publish @take
// allow race job.size @fill @use
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    int size;
};

struct job *mailbox;
int done;

static void *sender(void *arg) {
    (void)arg;
    struct job *job = malloc(sizeof *job);
    job->size = 3; // @fill
    mailbox = job; // @publish
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    struct job *job = mailbox; // @take
    if (job != NULL) {
        done = job->size; // @use
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", done <= 3);
    free(mailbox);
}
