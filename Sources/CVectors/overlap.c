#include "CVectors.h"

#include "clones.h"

#pragma STDC FP_CONTRACT OFF

// The compiler makes vectors of these loops where arrays do not overlap.

CLONED void overcrank_add(float *restrict sum, const float *restrict more, size_t count) {
    for (size_t index = 0; index < count; index++) sum[index] += more[index];
}

CLONED void overcrank_set_sum(
    float *restrict target, const float *restrict one, const float *restrict other, float least, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const float sum = one[index] + other[index];
        target[index] = sum > least ? sum : least;
    }
}

CLONED void overcrank_multiply(float *restrict product, const float *restrict factors, size_t count) {
    for (size_t index = 0; index < count; index++) product[index] *= factors[index];
}

CLONED void overcrank_window(
    float *restrict target, const float *restrict samples, const float *restrict window, float scale, size_t count) {
    for (size_t index = 0; index < count; index++) target[index] = scale * samples[index] * window[index];
}

CLONED void overcrank_add_windowed(
    float *restrict target, const float *restrict samples, const float *restrict window, float scale, size_t count) {
    for (size_t index = 0; index < count; index++) target[index] += scale * samples[index] * window[index];
}

CLONED void overcrank_separate(float *restrict middle, float *restrict side, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const float left = middle[index] + side[index];
        side[index] = middle[index] - side[index];
        middle[index] = left;
    }
}

CLONED void overcrank_divide(
    float *restrict target, const float *restrict dividends, const float *restrict divisors, float least, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const float divisor = divisors[index];
        target[index] = dividends[index] / (divisor > least ? divisor : least);
    }
}

CLONED void overcrank_divide_by(float *restrict divisors, const float *restrict dividends, size_t count) {
    for (size_t index = 0; index < count; index++) divisors[index] = dividends[index] / divisors[index];
}
