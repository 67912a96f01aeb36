// Regions inside regions, sections, and tasks of a loop, in C++.
// flags: -fopenmp
#include <atomic>
#include <cstdio>
#include <omp.h>

int cells[2];

int main() {
    std::atomic<int> inside{0};
    omp_set_max_active_levels(2);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
#pragma omp parallel num_threads(2)
            inside += omp_get_num_threads();
        }
#pragma omp section
        cells[0] = 1;
    }
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(2)
    for (int i = 0; i < 2; i++)
        cells[i] += 2;
    std::printf("%d %d %d\n", inside.load(), cells[0], cells[1]);
}
