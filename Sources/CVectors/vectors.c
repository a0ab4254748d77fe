#include "CVectors.h"

#include "columns.h"

#pragma STDC FP_CONTRACT OFF

CLONED float overcrank_dot_product(const float *a, const float *b, size_t count) {
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

CLONED void overcrank_parabolas(
    float *target, const float *value, const float *slope, const float *bend, float x, size_t count) {
    for (size_t index = 0; index < count; index += COLUMNS) {
        LOAD(values, value + index);
        LOAD(slopes, slope + index);
        LOAD(bends, bend + index);
        const vector results = values + x * (slopes + x * bends);
        memcpy(target + index, &results, sizeof results);
    }
}

// How many results are summed up at a time: as many as there are columns.
#define RESULTS COLUMNS

// The sums of the columns of two vectors: of each the columns 0 and 2, 1 and 3, 4 and 6, 5 and 7, in turn.
#define FOLD(name, a, b)                                                          \
    const vector name = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13) \
        + __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)

// The sums of the columns of four vectors, from the two folded ones: all four of columns 0 to 3, then all of 4 to 7.
#define FOLD_TWICE(name, ab, cd)                                                    \
    const vector name = __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 4, 5, 12, 13) \
        + __builtin_shufflevector(ab, cd, 2, 3, 10, 11, 6, 7, 14, 15)

CLONED void overcrank_filter(
    float *target, size_t target_step, const float *samples, size_t sample_step, const float *weights, size_t taps,
    size_t count) {
    size_t index = 0;
    for (; index + RESULTS <= count; index += RESULTS) {
        const float *const first = samples + index * sample_step;
        vector sums[RESULTS] = {{0}};
        for (size_t tap = 0; tap < taps; tap += COLUMNS) {
            LOAD(factors, weights + tap);
#pragma clang loop unroll(full)
            for (size_t result = 0; result < RESULTS; result++) {
                LOAD(values, first + result * sample_step + tap);
                sums[result] += values * factors;
            }
        }
        FOLD(ab, sums[0], sums[1]);
        FOLD(cd, sums[2], sums[3]);
        FOLD(ef, sums[4], sums[5]);
        FOLD(gh, sums[6], sums[7]);
        FOLD_TWICE(abcd, ab, cd);
        FOLD_TWICE(efgh, ef, gh);
        const vector results = __builtin_shufflevector(abcd, efgh, 0, 1, 2, 3, 8, 9, 10, 11)
            + __builtin_shufflevector(abcd, efgh, 4, 5, 6, 7, 12, 13, 14, 15);
#pragma clang loop unroll(full)
        for (size_t result = 0; result < RESULTS; result++) target[(index + result) * target_step] = results[result];
    }
    for (; index < count; index++) {
        vector sums = {0};
        for (size_t tap = 0; tap < taps; tap += COLUMNS) {
            LOAD(factors, weights + tap);
            LOAD(values, samples + index * sample_step + tap);
            sums += values * factors;
        }
        // In the order of the folds above.
        target[index * target_step]
            = ((sums[0] + sums[2]) + (sums[1] + sums[3])) + ((sums[4] + sums[6]) + (sums[5] + sums[7]));
    }
}

CLONED double overcrank_double_dot_product(const double *a, const double *b, size_t count) {
    double_vector columns = {0};
    size_t index = 0;
    for (; index + COLUMNS <= count; index += COLUMNS) {
        LOAD_DOUBLES(as, a + index);
        LOAD_DOUBLES(bs, b + index);
        columns += as * bs;
    }
    double sum = 0;
    for (int column = 0; column < COLUMNS; column++) sum += columns[column];
    for (; index < count; index++) sum += a[index] * b[index];
    return sum;
}

CLONED void overcrank_likeness(
    double *product, double *power, const double *weight, const double *a, const double *b, size_t count) {
    double_vector products = {0}, powers = {0};
    size_t index = 0;
    for (; index + COLUMNS <= count; index += COLUMNS) {
        LOAD_DOUBLES(weights, weight + index);
        LOAD_DOUBLES(as, a + index);
        LOAD_DOUBLES(bs, b + index);
        products += weights * as * bs;
        powers += weights * (as * as + bs * bs);
    }
    double all_products = 0, all_powers = 0;
    for (int column = 0; column < COLUMNS; column++) {
        all_products += products[column];
        all_powers += powers[column];
    }
    for (; index < count; index++) {
        all_products += weight[index] * a[index] * b[index];
        all_powers += weight[index] * (a[index] * a[index] + b[index] * b[index]);
    }
    *product = 2 * all_products;
    *power = all_powers;
}

CLONED void overcrank_add_crosswise(double *a, double *b, double factor, size_t count) {
    size_t index = 0;
    for (; index + COLUMNS <= count; index += COLUMNS) {
        LOAD_DOUBLES(as, a + index);
        LOAD_DOUBLES(bs, b + index);
        const double_vector more = as + factor * bs, others = bs + factor * as;
        memcpy(a + index, &more, sizeof more);
        memcpy(b + index, &others, sizeof others);
    }
    for (; index < count; index++) {
        const double own = a[index];
        a[index] += factor * b[index];
        b[index] += factor * own;
    }
}
