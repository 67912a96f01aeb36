// Two threads exchange values: each posts for the other and waits for the other's post.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

sem_t arrived[2];
int cells[2];
int got[2];

static void meet(int me) {
    sem_post(&arrived[me]);
    sem_wait(&arrived[1 - me]);
}

static void *work(void *arg) {
    int me = *(int *)arg;
    cells[me] = me + 1;
    meet(me);
    got[me] = cells[1 - me];
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    sem_init(&arrived[0], 0, 0);
    sem_init(&arrived[1], 0, 0);
    pthread_create(&a, NULL, work, &zero);
    pthread_create(&b, NULL, work, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d %d\n", got[0], got[1]);
}
