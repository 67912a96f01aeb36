// A third thread takes the first one's lock, then the second one's: a chain of two lock orders hides the race of the others
// (after the chains in Smaragdakis 2012).
// expect race report @author @editor
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t desk = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t shelf = PTHREAD_MUTEX_INITIALIZER;
int drafts;
int copies;
int report;

static void *author(void *arg) {
    (void)arg;
    report = 1; // @author
    pthread_mutex_lock(&desk);
    drafts++;
    pthread_mutex_unlock(&desk);
    return NULL;
}

static void *clerk(void *arg) {
    (void)arg;
    pthread_mutex_lock(&desk);
    drafts++;
    pthread_mutex_unlock(&desk);
    pthread_mutex_lock(&shelf);
    copies++;
    pthread_mutex_unlock(&shelf);
    return NULL;
}

static void *editor(void *arg) {
    (void)arg;
    pthread_mutex_lock(&shelf);
    copies++;
    pthread_mutex_unlock(&shelf);
    report = 2; // @editor
    return NULL;
}

int main(void) {
    pthread_t a, c, e;
    pthread_create(&a, NULL, author, NULL);
    pthread_create(&c, NULL, clerk, NULL);
    pthread_create(&e, NULL, editor, NULL);
    pthread_join(a, NULL);
    pthread_join(c, NULL);
    pthread_join(e, NULL);
    printf("%d %d\n", drafts, copies);
}
