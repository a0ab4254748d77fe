#include "CVectors.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define COLUMNS 8

typedef float vector __attribute__((vector_size(COLUMNS * sizeof(float))));

// A macro: a vector of this size is passed to functions in another way where processors have wider registers.
#define LOAD(name, address) \
    vector name;            \
    memcpy(&name, address, sizeof name)

float overcrank_dot_product(const float *a, const float *b, size_t count) {
    vector even = {0}, odd = {0};
    size_t index = 0;
    for (; index + 2 * COLUMNS <= count; index += 2 * COLUMNS) {
        LOAD(a_even, a + index);
        LOAD(b_even, b + index);
        LOAD(a_odd, a + index + COLUMNS);
        LOAD(b_odd, b + index + COLUMNS);
        even += a_even * b_even;
        odd += a_odd * b_odd;
    }
    const vector both = even + odd;
    float sum = 0;
    for (int column = 0; column < COLUMNS; column++) sum += both[column];
    for (; index < count; index++) sum += a[index] * b[index];
    return sum;
}

void overcrank_parabolas(
    float *target, const float *value, const float *slope, const float *bend, float x, size_t count) {
    for (size_t index = 0; index < count; index += COLUMNS) {
        LOAD(values, value + index);
        LOAD(slopes, slope + index);
        LOAD(bends, bend + index);
        const vector results = values + x * (slopes + x * bends);
        memcpy(target + index, &results, sizeof results);
    }
}
