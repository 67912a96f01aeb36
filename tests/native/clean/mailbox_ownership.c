// Blocks change hands through a locked mailbox. Who has taken one owns it, and needs no lock to read, change and free it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct letter {
    int pages;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
struct letter *mailbox;
int read_pages;

static void *sender(void *arg) {
    (void)arg;
    struct letter *letter = malloc(sizeof *letter);
    letter->pages = 2;
    pthread_mutex_lock(&lock);
    mailbox = letter;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *receiver(void *arg) {
    (void)arg;
    pthread_mutex_lock(&lock);
    while (mailbox == NULL) {
        pthread_cond_wait(&changed, &lock);
    }
    struct letter *letter = mailbox;
    mailbox = NULL;
    pthread_mutex_unlock(&lock);
    letter->pages++;
    read_pages = letter->pages;
    free(letter);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&b, NULL, receiver, NULL);
    pthread_create(&a, NULL, sender, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", read_pages);
}
