// The block is freed by its maker after it was handed over in good order: every schedule uses freed memory, or frees used memory.
// expect race message.text[] @read @free
// allow misuse @read
// allow race message @read @free
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

struct message {
    char header[24];
    char text[8];
};

sem_t sent;
struct message *mailbox;
char first;

static void *sender(void *arg) {
    (void)arg;
    struct message *message = calloc(1, sizeof *message);
    message->text[0] = 'a';
    mailbox = message;
    sem_post(&sent);
    free(message); // @free
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    sem_wait(&sent);
    first = mailbox->text[0]; // @read
    return NULL;
}

int main(void) {
    pthread_t a, b;
    sem_init(&sent, 0, 0);
    pthread_create(&b, NULL, receiver, NULL);
    pthread_create(&a, NULL, sender, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", first == 'a' || first == 0);
}
