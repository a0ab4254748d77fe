#include "CVectors.h"

#pragma STDC FP_CONTRACT OFF

// The compiler makes vectors of these loops where arrays do not overlap.

void overcrank_add(float *restrict sum, const float *restrict more, size_t count) {
    for (size_t index = 0; index < count; index++) sum[index] += more[index];
}

void overcrank_set_sum(
    float *restrict target, const float *restrict one, const float *restrict other, float least, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const float sum = one[index] + other[index];
        target[index] = sum > least ? sum : least;
    }
}

void overcrank_multiply(float *restrict product, const float *restrict factors, size_t count) {
    for (size_t index = 0; index < count; index++) product[index] *= factors[index];
}

void overcrank_divide(
    float *restrict target, const float *restrict dividends, const float *restrict divisors, float least, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const float divisor = divisors[index];
        target[index] = dividends[index] / (divisor > least ? divisor : least);
    }
}

void overcrank_divide_by(float *restrict divisors, const float *restrict dividends, size_t count) {
    for (size_t index = 0; index < count; index++) divisors[index] = dividends[index] / divisors[index];
}
