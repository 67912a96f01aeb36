// Loops with every schedule: each iteration is done once, upwards and downwards, and the last one is known.
// flags: -fopenmp
#include <omp.h>
#include <stdio.h>

int done[8][5];
unsigned long long wide[3];
int last = -1;

int main(void) {
    omp_set_num_threads(2);
    omp_set_schedule(omp_sched_guided, 1);
#pragma omp parallel
    {
#pragma omp for schedule(static, 1) nowait
        for (int i = 0; i < 5; i++)
            done[0][i]++;
#pragma omp for schedule(dynamic, 3) nowait
        for (int i = 4; i >= 0; i--)
            done[1][i]++;
#pragma omp for schedule(guided) nowait
        for (long i = 0; i < 10; i += 2)
            done[2][i / 2]++;
#pragma omp for schedule(runtime) lastprivate(last)
        for (int i = 0; i < 5; i++) {
            done[3][i]++;
            last = i;
        }
#pragma omp for schedule(dynamic) nowait
        for (unsigned long long i = 3; i > 0; i--)
            wide[i - 1]++;
    }
    int sum = 0;
    for (int which = 0; which < 8; which++)
        for (int i = 0; i < 5; i++)
            sum += done[which][i] == 1;
    printf("%d %d %d\n", sum, last, (int)(wide[0] + wide[1] + wide[2]));
}
