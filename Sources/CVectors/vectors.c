#include "CVectors.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

#define COLUMNS 8

typedef float vector __attribute__((vector_size(COLUMNS * sizeof(float))));
typedef double double_vector __attribute__((vector_size(COLUMNS * sizeof(double))));

// A macro: a vector of this size is passed to functions in another way where processors have wider registers.
#define LOAD(name, address) \
    vector name;            \
    memcpy(&name, address, sizeof name)

#define LOAD_DOUBLES(name, address) \
    double_vector name;             \
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

double overcrank_double_dot_product(const double *a, const double *b, size_t count) {
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

void overcrank_likeness(
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

void overcrank_add_crosswise(double *a, double *b, double factor, size_t count) {
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
